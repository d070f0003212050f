/**
 * January to December as they follow a day, in English, German, French, Spanish, Italian, Portuguese, Dutch,
 * Polish, Croatian, Danish, Norwegian and Swedish: in lower case and without accents. `listopada` is October in
 * Croatian, and November in Polish. `srp` is left out: it's July in Croatian, and August in Czech.
 */
const MONTH_NAMES = [
	'january jan januar janner janvier janv enero ene gennaio gen janeiro januari stycznia sty sijecnja sij',
	'february feb februar feber fevrier fevr fev febrero febbraio fevereiro februari lutego lut veljace velj',
	'march mar marz maerz mrz mars marzo marco maart mrt marca ozujka ozu marts',
	'april apr avril avr abril abr aprile kwietnia kwi travnja tra',
	'may mai mayo maggio mag maio mei maja maj svibnja svi',
	'june jun juni juin junio giugno giu junho czerwca cze lipnja lip',
	'july jul juli juillet juil julio luglio lug julho lipca lip srpnja',
	'august aug aout agosto ago augustus sierpnia sie kolovoza kol augusti',
	'september sep sept septembre septiembre settembre set sett setembro wrzesnia wrz rujna ruj',
	'october oct oktober okt octobre octubre ottobre ott outubro out pazdziernika paz listopada lis',
	'november nov novembre noviembre novembro listopada lis studenoga stu',
	'december dec dezember dez decembre diciembre dic dicembre dezembro grudnia gru prosinca pro desember des',
];

/** Month names that are also words: `2 SET 10` may mean 2 sets for 10. */
export const MONTHS_THAT_ARE_WORDS = ['ago', 'des', 'gen', 'mag', 'out', 'pro', 'set', 'tra'];

/** Sunday to Saturday, as in `Date.getUTCDay()`. `ma` is left out: it's Monday in Dutch, and Tuesday in French. */
const WEEKDAY_NAMES = [
	'sunday sun sonntag so dimanche dim di domingo dom do domenica zondag zo niedziela niedz nedjelja ned sondag son',
	'monday mon montag mo lundi lun lunes lunedi segunda seg maandag poniedzialek pon ponedjeljak mandag man',
	'tuesday tues tue dienstag di mardi mar martes martedi terca ter dinsdag wtorek wt utorak uto ' +
		'tirsdag tir tisdag tis',
	'wednesday wed mittwoch mi mercredi mer miercoles mie mercoledi quarta qua woensdag wo sroda sr ' +
		'srijeda sri onsdag ons',
	'thursday thurs thu donnerstag do jeudi jeu jueves jue giovedi gio quinta qui donderdag ' +
		'czwartek czw cetvrtak cet torsdag tor',
	'friday fri freitag fr vendredi ven viernes vie venerdi sexta sex vrijdag vr piatek pt petak pet fredag fre',
	'saturday sat samstag sa samedi sam sabado sab sabato zaterdag za sobota sob subota sub lordag lor',
];

/** Maps each name to its row. A name in two rows isn't certain, so it's left out. */
function indexNames(rows: string[], from: number): Map<string, number> {
	const names = rows.flatMap((row, at) => row.split(' ').map((name) => [name, from + at] as const));
	const isCertain = (name: string) => names.filter(([each]) => each === name).length === 1;
	return new Map(names.filter(([name]) => isCertain(name)));
}

/** Names of months, from 1 for January. */
export const MONTHS = indexNames(MONTH_NAMES, 1);

/** Names of weekdays, from 0 for Sunday. */
export const WEEKDAYS = indexNames(WEEKDAY_NAMES, 0);
