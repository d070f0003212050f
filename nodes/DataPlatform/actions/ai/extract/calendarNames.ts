/**
 * January to December in each language, with the forms that follow a day, and abbreviations. Names are in
 * lower case and without accents. Croatian is in the list because some of its names mean other months in
 * Polish and Czech: `listopada` is October in Croatian, and November in Polish.
 */
const MONTHS_BY_LANGUAGE = {
	english:
		'january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sep/sept ' +
		'october/oct november/nov december/dec',
	german:
		'januar/janner/jaenner/jan februar/feber/feb marz/maerz/mrz april/apr mai juni/jun juli/jul august/aug ' +
		'september/sep/sept oktober/okt november/nov dezember/dez',
	french:
		'janvier/janv/jan fevrier/fevr/fev mars avril/avr mai juin juillet/juil aout septembre/sept octobre/oct ' +
		'novembre/nov decembre/dec',
	spanish:
		'enero/ene febrero/feb marzo/mar abril/abr mayo/may junio/jun julio/jul agosto/ago ' +
		'septiembre/setiembre/sep/sept octubre/oct noviembre/nov diciembre/dic',
	italian:
		'gennaio/gen febbraio/feb marzo/mar aprile/apr maggio/mag giugno/giu luglio/lug agosto/ago ' +
		'settembre/set/sett ottobre/ott novembre/nov dicembre/dic',
	portuguese:
		'janeiro/jan fevereiro/fev marco/mar abril/abr maio/mai junho/jun julho/jul agosto/ago setembro/set ' +
		'outubro/out novembro/nov dezembro/dez',
	dutch:
		'januari/jan februari/feb maart/mrt april/apr mei juni/jun juli/jul augustus/aug september/sep/sept ' +
		'oktober/okt november/nov december/dec',
	polish:
		'stycznia/styczen/sty lutego/luty/lut marca/marzec/mar kwietnia/kwiecien/kwi maja/maj czerwca/czerwiec/cze ' +
		'lipca/lipiec/lip sierpnia/sierpien/sie wrzesnia/wrzesien/wrz pazdziernika/pazdziernik/paz ' +
		'listopada/listopad/lis grudnia/grudzien/gru',
	croatian:
		'sijecnja/sijecanj/sij veljace/veljaca/velj ozujka/ozujak/ozu travnja/travanj/tra svibnja/svibanj/svi ' +
		'lipnja/lipanj/lip srpnja/srpanj/srp kolovoza/kolovoz/kol rujna/rujan/ruj listopada/listopad/lis ' +
		'studenoga/studenog/studeni/stu prosinca/prosinac/pro',
	czech:
		'ledna/leden unora/unor brezna/brezen dubna/duben kvetna/kveten cervna/cerven cervence/cervenec ' +
		'srpna/srpen/srp zari rijna/rijen listopadu/listopad prosince/prosinec',
	danish:
		'januar/jan februar/feb marts/mar april/apr maj juni/jun juli/jul august/aug september/sep/sept ' +
		'oktober/okt november/nov december/dec',
	norwegian:
		'januar/jan februar/feb mars/mar april/apr mai juni/jun juli/jul august/aug september/sep/sept oktober/okt ' +
		'november/nov desember/des',
	swedish:
		'januari/jan februari/feb mars/mar april/apr maj juni/jun juli/jul augusti/aug september/sep/sept ' +
		'oktober/okt november/nov december/dec',
};

/** Sunday to Saturday, as in `Date.getUTCDay()`. `ma` is Monday in Dutch and Tuesday in French. */
const WEEKDAYS_BY_LANGUAGE = {
	english:
		'sunday/sun monday/mon tuesday/tues/tue wednesday/wed thursday/thurs/thur/thu friday/fri saturday/sat',
	german:
		'sonntag/so montag/mo dienstag/di mittwoch/mi donnerstag/do freitag/fr samstag/sonnabend/sa',
	french:
		'dimanche/dim/di lundi/lun/lu mardi/mar/ma mercredi/mer/me jeudi/jeu/je vendredi/ven/ve samedi/sam/sa',
	spanish:
		'domingo/dom/do lunes/lun/lu martes/mar/ma miercoles/mie/mi jueves/jue/ju viernes/vie/vi sabado/sab/sa',
	italian:
		'domenica/dom/do lunedi/lun/lu martedi/mar/ma mercoledi/mer/me giovedi/gio/gi venerdi/ven/ve sabato/sab/sa',
	portuguese: 'domingo/dom segunda/seg terca/ter quarta/qua quinta/qui sexta/sex sabado/sab',
	dutch: 'zondag/zo maandag/ma dinsdag/di woensdag/wo donderdag/do vrijdag/vr zaterdag/za',
	polish:
		'niedziela/niedz/nd poniedzialek/pon/pn wtorek/wt sroda/sr czwartek/czw piatek/pt sobota/sob',
	croatian: 'nedjelja/ned ponedjeljak/pon utorak/uto srijeda/sri cetvrtak/cet petak/pet subota/sub',
	czech: 'nedele pondeli utery streda ctvrtek patek sobota',
	danish: 'sondag/son mandag/man tirsdag/tir onsdag/ons torsdag/tor fredag/fre lordag/lor',
	norwegian: 'sondag/son mandag/man tirsdag/tir onsdag/ons torsdag/tor fredag/fre lordag/lor',
	swedish: 'sondag/son mandag/man tisdag/tis onsdag/ons torsdag/tor fredag/fre lordag/lor',
};

/** Month names that are also words: `2 SET 10` may mean 2 sets for 10, not a day in September 2010. */
export const MONTHS_THAT_ARE_WORDS = new Set(
	'set out ago mag gen des lis lip sie paz gru lut sty tra pro kol'.split(' '),
);

/** Maps each name to its position. A name with several positions isn't certain, so it's left out. */
function indexNames(rows: Record<string, string>): Map<string, number> {
	const positions = new Map<string, Set<number>>();
	for (const row of Object.values(rows)) {
		for (const [index, names] of row.split(' ').entries()) {
			for (const name of names.split('/')) {
				positions.set(name, (positions.get(name) ?? new Set()).add(index));
			}
		}
	}
	const certain = [...positions].filter(([, indexes]) => indexes.size === 1);
	return new Map(certain.map(([name, [index]]) => [name, index]));
}

/** Names of months, from 0 for January. */
export const MONTHS = indexNames(MONTHS_BY_LANGUAGE);

/** Names of weekdays, from 0 for Sunday. */
export const WEEKDAYS = indexNames(WEEKDAYS_BY_LANGUAGE);
