/**
 * January to December in English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Croatian, Czech,
 * Danish, Norwegian and Swedish, with the forms that follow a day, and abbreviations: in lower case and without
 * accents. Croatian is in the list because some of its names mean other months in Polish and Czech:
 * `listopada` is October in Croatian, and November in Polish.
 */
const MONTH_NAMES = [
	'january jan januar janner jaenner janvier janv enero ene gennaio gen janeiro januari stycznia styczen sty ' +
		'sijecnja sijecanj sij ledna leden',
	'february feb februar feber fevrier fevr fev febrero febbraio fevereiro februari lutego luty lut ' +
		'veljace veljaca velj unora unor',
	'march mar marz maerz mrz mars marzo marco maart mrt marca marzec ozujka ozujak ozu brezna brezen marts',
	'april apr avril avr abril abr aprile kwietnia kwiecien kwi travnja travanj tra dubna duben',
	'may mai mayo maggio mag maio mei maja maj svibnja svibanj svi kvetna kveten',
	'june jun juni juin junio giugno giu junho czerwca czerwiec cze lipnja lipanj lip cervna cerven',
	'july jul juli juillet juil julio luglio lug julho lipca lipiec lip srpnja srpanj srp cervence cervenec',
	'august aug aout agosto ago augustus sierpnia sierpien sie kolovoza kolovoz kol srpna srpen srp augusti',
	'september sep sept septembre septiembre setiembre settembre set sett setembro wrzesnia wrzesien wrz ' +
		'rujna rujan ruj zari',
	'october oct oktober okt octobre octubre ottobre ott outubro out pazdziernika pazdziernik paz ' +
		'listopada listopad lis rijna rijen',
	'november nov novembre noviembre novembro listopada listopad lis studenoga studenog studeni stu listopadu',
	'december dec dezember dez decembre diciembre dic dicembre dezembro grudnia grudzien gru ' +
		'prosinca prosinac pro prosince prosinec desember des',
];

/** Sunday to Saturday, as in `Date.getUTCDay()`. `ma` is in two rows, so it's left out. */
const WEEKDAY_NAMES = [
	'sunday sun sonntag so dimanche dim di domingo dom do domenica zondag zo niedziela niedz nd nedjelja ned nedele ' +
		'sondag son',
	'monday mon montag mo lundi lun lu lunes lunedi segunda seg maandag ma poniedzialek pon pn ponedjeljak pondeli ' +
		'mandag man',
	'tuesday tues tue dienstag di mardi mar ma martes martedi terca ter dinsdag wtorek wt utorak uto utery ' +
		'tirsdag tir tisdag tis',
	'wednesday wed mittwoch mi mercredi mer me miercoles mie mercoledi quarta qua woensdag wo sroda sr srijeda sri ' +
		'streda onsdag ons',
	'thursday thurs thur thu donnerstag do jeudi jeu je jueves jue ju giovedi gio gi quinta qui donderdag ' +
		'czwartek czw cetvrtak cet ctvrtek torsdag tor',
	'friday fri freitag fr vendredi ven ve viernes vie vi venerdi sexta sex vrijdag vr piatek pt petak pet patek ' +
		'fredag fre',
	'saturday sat samstag sonnabend sa samedi sam sabado sab sabato zaterdag za sobota sob subota sub lordag lor',
];

/** Month names that are also words: `2 SET 10` may mean 2 sets for 10, not a day in September 2010. */
export const MONTHS_THAT_ARE_WORDS = new Set(
	'set out ago mag gen des lis lip sie paz gru lut sty tra pro kol'.split(' '),
);

/** Maps each name to its row. A name that occurs twice isn't certain, so it's left out. */
function indexNames(rows: string[]): Map<string, number> {
	const names = rows.flatMap((row, index) => row.split(' ').map((name) => [name, index] as const));
	const isCertain = (name: string) => names.filter(([each]) => each === name).length === 1;
	return new Map(names.filter(([name]) => isCertain(name)));
}

/** Names of months, from 0 for January. */
export const MONTHS = indexNames(MONTH_NAMES);

/** Names of weekdays, from 0 for Sunday. */
export const WEEKDAYS = indexNames(WEEKDAY_NAMES);
