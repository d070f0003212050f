/**
 * January to December, long and short, as CLDR 48 has them for English, German, French, Spanish, Italian,
 * Portuguese, Dutch, Polish, Croatian, Danish, Norwegian and Swedish: in lower case and without accents. A table,
 * because the names of `Intl` change with Node. At the end of some rows: other common spellings. `srp` is left out: it's July in
 * Croatian, and August in Czech.
 */
const MONTH_NAMES = [
	'january jan januar janner janvier janv enero ene gennaio gen januari janeiro styczen sty stycznia sijecanj ' +
		'sij sijecnja',
	'february feb februar fevrier fevr febrero febbraio februari fevereiro fev luty lut lutego veljaca velj ' +
		'veljace feber',
	'march mar marz mars marzo maart mrt marco marzec marca ozujak ozu ozujka marts maerz mrz',
	'april apr avril avr abril abr aprile kwiecien kwi kwietnia travanj tra travnja',
	'may mai mayo maggio mag mei maio maj maja svibanj svi svibnja',
	'june jun juni juin junio giugno giu junho czerwiec cze czerwca lipanj lip lipnja',
	'july jul juli juillet juil julio luglio lug julho lipiec lip lipca srpanj srpnja',
	'august aug aout agosto ago augustus sierpien sie sierpnia kolovoz kol kolovoza augusti',
	'september sep sept septembre septiembre settembre set setembro wrzesien wrz wrzesnia rujan ruj rujna sett',
	'october oct oktober okt octobre octubre ottobre ott outubro out pazdziernik paz pazdziernika listopad lis ' +
		'listopada',
	'november nov novembre noviembre novembro listopad lis listopada studeni stu studenoga',
	'december dec dezember dez decembre diciembre dic dicembre dezembro grudzien gru grudnia prosinac pro ' +
		'prosinca desember des',
];

/** Sunday to Saturday, as in `Date.getUTCDay()`. `ma` is left out: it's Monday in Dutch, and Tuesday in French. */
const WEEKDAY_NAMES = [
	'sunday sun sonntag so dimanche dim domingo dom domenica zondag zo niedziela niedz nedjelja ned sondag son',
	'monday mon montag mo lundi lun lunes lunedi maandag segunda seg poniedzialek pon ponedjeljak mandag man',
	'tuesday tue dienstag di mardi mar martes martedi dinsdag terca ter wtorek wt utorak uto tirsdag tirs tir ' +
		'tisdag tis tues',
	'wednesday wed mittwoch mi mercredi mer miercoles mie mercoledi woensdag wo quarta qua sroda sr srijeda sri ' +
		'onsdag ons',
	'thursday thu donnerstag do jeudi jeu jueves jue giovedi gio donderdag quinta qui czwartek czw cetvrtak cet ' +
		'torsdag tors tor thurs',
	'friday fri freitag fr vendredi ven viernes vie venerdi vrijdag vr sexta sex piatek pt petak pet fredag fre',
	'saturday sat samstag sa samedi sam sabado sab sabato zaterdag za sobota sob subota sub lordag lor',
];

/** In capitals, these are also words: `2 SET 10` is 2 sets for 10. */
export const MONTHS_THAT_ARE_WORDS = 'AGO DES GEN MAG MAR OUT PRO SET TRA'.split(' ');

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
