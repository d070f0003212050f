/** The index of each name. A row has the names of one month or weekday, in lower case and without accents. */
const indexNames = (rows: string[]) =>
	new Map(rows.flatMap((row, index) => row.split(' ').map((name) => [name, index] as const)));

/**
 * January to December in English, German (also Austrian), French, Spanish, Italian, Dutch, Portuguese,
 * Polish, Danish, Norwegian, Swedish, Malay, Indonesian, Czech, Turkish and Russian.
 */
export const MONTHS = indexNames([
	'jan january januar janner jaenner janvier janv enero ene gennaio genn gen januari janeiro stycznia styczen sty ledna leden ocak января янв',
	'feb february februar feber fevrier fevr fev febrero febbraio febbr februari fevereiro lutego luty lut unora unor subat февраля фев',
	'mar march marz maerz mrz mars marts marzo maart mrt marco marca marzec mac maret brezna brezen mart марта мар',
	'apr april avril avr abril abr aprile kwietnia kwiecien kwi dubna duben nisan апреля апр',
	'may mai mayo maggio magg mag mei maio maj maja kvetna kveten mayis мая маи',
	'jun june juni juin junio giugno giu junho czerwca czerwiec cze cervna cerven haziran июня июн',
	'jul july juli juillet juil julio luglio lugl lug julho lipca lipiec lip julai cervence cervenec temmuz июля июл',
	'aug august aout agosto ago augustus augusti sierpnia sierpien sie ogos agustus agu srpna srpen agustos августа авг',
	'sep september sept septembre septiembre settembre sett set setembro wrzesnia wrzesien wrz zari eylul сентября сен сент',
	'oct october oktober okt octobre octubre ottobre ott outubro out pazdziernika pazdziernik paz rijna rijen ekim октября окт',
	'nov november novembre noviembre novembro listopada listopad lis nopember kasim ноября ноя нояб',
	'dec december dezember dez decembre diciembre dic dicembre dezembro grudnia grudzien gru disember dis desember des prosince prosinec aralik декабря дек',
]);

/** January to December in Roman numerals. */
export const ROMAN_MONTHS = indexNames('i ii iii iv v vi vii viii ix x xi xii'.split(' '));

/** Names of months that are also other words. With spaces and a short year, `2 SET 10` isn't a date. */
export const MONTHS_THAT_ARE_WORDS = new Set(
	'set mac des out ago mag dis gen lis lip sie paz gru lut sty'.split(' '),
);

/** Sunday to Saturday, as in `Date.getUTCDay()`. */
export const WEEKDAYS = indexNames([
	'sunday sun sonntag so dimanche dim domingo dom domenica zondag zo niedziela sondag son pazar 日',
	'monday mon montag mo lundi lun lunes lunedi maandag ma segunda poniedzialek mandag man pazartesi 月',
	'tuesday tues tue dienstag di mardi mar martes martedi dinsdag terca wtorek tirsdag tir tisdag sali 火',
	'wednesday wed mittwoch mi mercredi mer miercoles mie mercoledi woensdag wo quarta sroda onsdag ons carsamba 水',
	'thursday thurs thur thu donnerstag do jeudi jeu jueves jue giovedi gio donderdag quinta czwartek torsdag tor persembe 木',
	'friday fri freitag fr vendredi ven viernes vie venerdi vrijdag vr sexta piatek fredag fre cuma 金',
	'saturday sat samstag sonnabend sa samedi sam sabado sab sabato zaterdag za sobota lordag lor cumartesi 土',
]);

/** Words that may precede a date without a colon. `until` isn't one, because it changes the meaning. */
export const WORDS_BEFORE_DATES =
	'date dated datum data fecha dato tanggal tarikh on the am vom den der le du el la il lo del di em a dne invoice rechnungsdatum lieferdatum belegdatum bestelldatum'.split(
		' ',
	);
