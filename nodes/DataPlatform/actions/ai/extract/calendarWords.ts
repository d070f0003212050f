/** Maps each name to the index of its row. Names are in lower case and without accents. */
const indexNames = (rows: string[]) =>
	new Map(rows.flatMap((row, index) => row.split(' ').map((name) => [name, index] as const)));

/**
 * January to December in English, German (also Austrian), French, Spanish, Italian, Dutch, Portuguese,
 * Polish, Danish, Norwegian, Swedish, Finnish, Malay, Indonesian, Czech, Slovene, Hungarian, Romanian, Greek,
 * Turkish, Russian, Ukrainian, Arabic and Hindi.
 */
export const MONTHS = indexNames([
	'jan january januar janner jaenner janvier janv enero ene gennaio genn gen januari janeiro stycznia styczen sty ledna leden ocak января янв січня जनवरी يناير januarja ianuarie tammikuuta ιανουαριου',
	'feb february februar feber fevrier fevr fev febrero febbraio febbr februari fevereiro lutego luty lut unora unor subat февраля фев лютого फ़रवरी فبراير februarja februarie helmikuuta φεβρουαριου',
	'mar march marz maerz mrz mars marts marzo maart mrt marco marca marzec mac maret brezna brezen mart марта мар березня मार्च مارس marcius martie maaliskuuta μαρτιου marec',
	'apr april avril avr abril abr aprile kwietnia kwiecien kwi dubna duben nisan апреля апр квітня अप्रैल أبريل aprilis aprila aprilie huhtikuuta απριλιου',
	'may mai mayo maggio magg mag mei maio maj maja kvetna kveten mayis мая маи травня मई مايو majus toukokuuta μαιου',
	'jun june juni juin junio giugno giu junho czerwca czerwiec cze cervna cerven haziran июня июн червня जून يونيو junius iunie kesakuuta ιουνιου junij junija',
	'jul july juli juillet juil julio luglio lugl lug julho lipca lipiec lip julai cervence cervenec temmuz июля июл липня जुलाई يوليو julius iulie heinakuuta ιουλιου julij julija',
	'aug august aout agosto ago augustus augusti sierpnia sierpien sie ogos agustus agu srpna srpen agustos августа авг серпня अगस्त أغسطس augusztus elokuuta αυγουστου avgust avgusta',
	'sep september sept septembre septiembre settembre sett set setembro wrzesnia wrzesien wrz zari eylul сентября сен сент вересня सितंबर سبتمبر szeptember septembra septembrie syyskuuta σεπτεμβριου',
	'oct october oktober okt octobre octubre ottobre ott outubro out pazdziernika pazdziernik paz rijna rijen ekim октября окт жовтня अक्टूबर أكتوبر oktobra octombrie lokakuuta οκτωβριου',
	'nov november novembre noviembre novembro listopada listopadu listopad lis nopember kasim ноября ноя нояб листопада नवंबर نوفمبر novembra noiembrie marraskuuta νοεμβριου',
	'dec december dezember dez decembre diciembre dic dicembre dezembro grudnia grudzien gru disember dis desember des prosince prosinec aralik декабря дек грудня दिसंबर ديسمبر decembra decembrie joulukuuta δεκεμβριου',
]);

export const ROMAN_MONTHS = indexNames('i ii iii iv v vi vii viii ix x xi xii'.split(' '));

/** Month names that are also words. `2 SET 2010` is a date. `2 SET 10` isn't: it may mean 2 sets for 10. */
export const MONTHS_THAT_ARE_WORDS = new Set(
	'set mac des out ago mag dis gen lis lip sie paz gru lut sty'.split(' '),
);

/** Sunday to Saturday, as in `Date.getUTCDay()`. */
export const WEEKDAYS = indexNames([
	'sunday sun sonntag so dimanche dim domingo dom domenica zondag zo niedziela sondag son pazar nedele nedelja vasarnap duminica κυριακη sunnuntai ahad minggu воскресенье неділя الأحد रविवार 日',
	'monday mon montag mo lundi lun lunes lunedi maandag ma segunda poniedzialek mandag man pazartesi pondeli ponedeljek hetfo luni δευτερα maanantai isnin senin понедельник понеділок الاثنين الإثنين सोमवार 月',
	'tuesday tues tue dienstag di mardi mar martes martedi dinsdag terca wtorek tirsdag tir tisdag sali utery torek kedd marti τριτη tiistai selasa вторник вівторок الثلاثاء मंगलवार 火',
	'wednesday wed mittwoch mi mercredi mer miercoles mie mercoledi woensdag wo quarta sroda onsdag ons carsamba streda sreda szerda miercuri τεταρτη keskiviikko rabu среда середа الأربعاء बुधवार 水',
	'thursday thurs thur thu donnerstag do jeudi jeu jueves jue giovedi gio donderdag quinta czwartek torsdag tor persembe ctvrtek cetrtek csutortok joi πεμπτη torstai khamis kamis четверг четвер الخميس गुरुवार गुरूवार बृहस्पतिवार 木',
	"friday fri freitag fr vendredi ven viernes vie venerdi vrijdag vr sexta piatek fredag fre cuma patek petek pentek vineri παρασκευη perjantai jumaat jumat jum'at пятница п'ятниця الجمعة शुक्रवार 金",
	'saturday sat samstag sonnabend sa samedi sam sabado sab sabato zaterdag za sobota lordag lor cumartesi szombat sambata σαββατο lauantai sabtu суббота субота السبت शनिवार 土',
]);

/** Words that may precede a date without a colon: `on 3 May 2026`. `until` would change the meaning. */
export const WORDS_BEFORE_DATES =
	'date dated datum data fecha dato tanggal tarikh on the am vom den der le du el la il lo del di em a dne invoice rechnungsdatum lieferdatum belegdatum bestelldatum'.split(
		' ',
	);
