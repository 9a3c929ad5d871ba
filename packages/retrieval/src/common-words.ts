// Words that many questions have, whatever they are about: verbs, measures and general nouns.
import type { TextLanguage } from './languages.ts'
import { stemOf } from './stems.ts'

const setOf = (language: TextLanguage, list: string): ReadonlySet<string> =>
  new Set(list.split(/\s+/).map((word) => stemOf(word, language)))

/** Stems of words that say little about the subject of a question. */
const COMMON: Readonly<Record<TextLanguage, ReadonlySet<string>>> = {
  en: setOf(
    'en',
    `able accept many according act add advantage affect agree allow allowed almost already although always amount another answer
    anybody anyone anything apply around ask available average away back bad become become became begin beginning began best
    better big bigger biggest bring brought build built call called came care carry carried case cause certain change check
    choose chosen close come comes common compare compared complete concern consider consist contain content correct cost count
    cover create current date day days decide deal depend describe description detail develop difference different difficult
    disadvantage discover done early easy effect else end enough especially even event every everybody everyone everything
    exact exactly example exist expect expensive explain explanation fact fall far fast feel few fill find first follow
    following form found full function gave general generally give given go goes going gone good got great group grow grown
    guide half happen hand hard help high higher highest hold hour hours idea important include including increase inform
    information instead instruction invent keep kept kind kinds know known large larger largest last late later latest lead
    learn least leave left less let letter level like likely limit list little live lived local long longer longest look lose
    lost lot low lower lowest made main make makes making manage mark matter maximum may maybe mean meaning means measure
    meet mention method middle might minimum minute minutes moment money month months move name named names near necessary
    need needed needs never new next nobody none normal nothing number numbers obtain occur offer often old older oldest
    open opinion order others otherwise outside own part particular pass past pay paid people per percent perform perhaps
    period permit permitted person place plan play point possible prepare present prevent price problem produce proper
    properly protect provide purpose put question quick quickly quite rather reach read real really reason receive
    recommend reduce regular related remain remember remove replace reply report request require required respect rest
    result return right role rule rules run safe said saw say says second see seen send sent separate serve set several
    short shortest show shown side similar simple simply since single situation size small smallest somebody someone
    something sometimes soon sort special spend stand start started state stay step steps still stop story subject such
    sufficient suggest suitable sum support suppose sure take taken takes taking talk tell term thing things think third
    though thought thousand three time times today together told took total toward towards treat true try turn type types
    typical understand unit unless use used useful user uses using usual usually value various version view wait want wanted
    watch way ways week weeks well went whatever whenever wherever whether whole wide win within without won word words work
    worked working works world worst worth would write written wrong wrote year years yet young angry ask bad beautiful believe bought break broken buy cheap clean clear close cold dark
    dead deep die dry eat fine forget free fresh hate hear heavy hot hope huge hurt kill light lose loud love new nice poor
    pull push quiet rich sell sick sit sleep slow smell soft speak strange strong sweet tall teach thick thin throw tired top
    warm weak wear wet man men woman women child children house car water family friend onto unclear nobody myself yourself
    themselves`,
  ),
  de: setOf(
    'de',
    `abhängen ablauf allein allgemein allgemeine alt alte alter ändern änderung angeben anfang anfangen angabe angaben anlegen
    anwenden anzahl arbeiten art arten aufgabe aufhören aussehen ausser außer außerdem außerhalb bauen beachten beantragen
    bedeuten bedeutet bedeutung bedingung beginn beginnen begann beispiel bekannt bekommen bekomme bekommt berechnen
    berechnet bereich beschreiben besonders besser bessere beste besten bestehen besteht bestimmt bestimmte betragen beträgt
    bezahlen bezahlt bleiben bleibt bloß brauchen brauche braucht bringen bringt danach dauer dauern dauert davor denken
    drei dritte dürfen dürfte eigen eigene eigentlich einfach eingeben einhalten einige einmal einsetzen einzeln einzelne
    einstellen ende enden endet enthalten entscheiden entstehen entsteht ereignis erfahren erfinden erfolgen erforderlich
    ergebnis erhalten erhält erklären erlaubt erlauben erledigen erreichen erscheinen erschien ersetzen erste ersten erster
    erstes falls falsch fall fälle fehlen fertig finden findet folge folgen form frage fragen frei früh früher fünf führen
    führt funktion funktionieren funktioniert ganz ganze geben gegeben gehen geht gehören gehört genau genug gelten geltend
    gemeinsam gesamt geschehen geschieht geschrieben gestern gewinnen gewann gewonnen gewöhnlich gleich gleiche grad groß große
    größe größer größte grund gründe gruppe gut gute halb halten hält handeln häufig heißen heißt helfen hilft her
    herausfinden herstellen heute hoch hohe höhe höher höchste höchstens hundert idee immer indem innerhalb insgesamt jahr jahre
    jahren jemand jeweils kam kaum kennen klein kleine klappt kommen kommt komplett konnte kosten kostet kriegen kriegt kurz
    kürzer lang lange länge länger längste langsam lassen lässt laufen läuft laut lauten lautet leben lebt leicht leisten
    lernen lernt lesen letzte letzten liegen liegt los lösen machen macht mal manche mehrere meist meiste meisten meistens
    melden menge mensch menschen merken minute minuten mindestens mitbringen mittel mittlere möchte mögen möglich möglichkeit
    momentan monat monate müsste nachher nahe nah name namen nehmen nimmt nennen nennt neu neue neuer nie niemand nochmal
    normal normale normalerweise nötig notwendig nummer nutzen oben oft öfter öffnen ort paar passieren passiert person
    personen platz plötzlich pro problem prozent rechnen regel regeln reichen reicht richtig richtige rund sache sachen sagen sagt schaffen
    schicken schlecht schließen schließlich schnell schneller schon schreiben schrieb schützen schwer schwierig sehen sieht
    seite setzen sicher sinnvoll sofort sogar sonstige spät später spielen sprechen spricht stand stark statt stehen steht
    stelle stellen stimmen stimmt stück stunde stunden suchen tag tage tagen tatsächlich teil teile tragen treffen trotz
    trotzdem tun tut typisch übernehmen überhaupt üblich übrig uhr umgehen unbedingt ungefähr unten unterscheiden unterschied
    unterschiede unterschiedlich ursache verändern verboten verbessern vergleichen verhalten verhindern verlieren vermeiden
    verschieden verschiedene verstehen versuchen verwenden verwendet vier völlig voll vollständig voraus vorher vorbei vorn
    vorteil wählen während wahr wahrscheinlich warten wechseln wechselt weg wege weise weit weiter weitere wenig weniger
    wenigstens werk wert wesentlich wichtig wichtige wirklich wissen weiß woanders woche wochen wollen will wort worte
    woraus worauf worin wozu wunsch zahl zahlen zahlt zählen zählt zeigen zeigt zeit zeiten ziel ziehen ziemlich zufrieden
    zuerst zuletzt zulässig zunächst zurück zusammen zusätzlich zuständig zwei zweite achten arm behalten billig breit dick dunkel dünn fallen fällt fangen fühlen gestorben geworden
    glauben gern gerne hart heiß hell hoffen holen hören jung junge jungen kalt kaputt kaufen kauft kochen krank leer leer leise
    leute leuten lieben lustig mann männer frau frauen kind kinder müde nass packen rufen sauber schade schauen schlafen schön
    schwach sitzen sitzt sterben stirbt süß teuer tief toll tot treten trinken trocken verkaufen verkauft wachsen wächst warm
    waschen weich werfen werde werdet würden zufällig draußen drinnen drüben nachts morgens abends mittags täglich jährlich
    geschrieben gegessen gemacht gekauft gesehen gesagt gefunden verglichen bekommen auto haus wasser familie freund`,
  ),
  bg: setOf(
    'bg',
    `бавно бързо важи важат включва включват важно важен валиден вече взема вземе взето вид видове вижда време всеки втори възможно възможност възраст
    въпрос върви гледа година години голям голяма големи голямо готов група давам дава даде даден дал далеч две два два трима
    двама ден дни днес добре добър добра добри довежда достатъчно достига държи друг друга други друго дума думи дълъг дълга
    дълго дължина еднакъв единствен елемент живее заедно започва започне засяга знае знача значи значение избира избере изглежда
    известен излиза използва използват има име имена искам иска какъвто казва каже колкото край кратко крайно лесно липсва лице
    лош любим малко малък малка малки метод минава минута минути минимум максимум място места месец месеца мисли момент
    нарича наричат народ начин начини начало направи направя най наистина намира намери намеря например напълно нарочно начална
    невъзможно необходим необходимо нов нова ново нови нормален номер нужен нужна нужно нужни обикновено общо обяснява
    означава описва определя определен остава остане открие откри открива отговаря отговор отделен отива отиде относно
    плаща плати повече подаде подава подходящ подходяща позволено позволява покажа показва получи получава получа полезен
    поне поради посочи пример приема прави правя правило правила прилича причина причини проблем променя промяна процент
    пусне път пъти първи първа първо работи различава различен различни разлика размер разбира ред решава се седмица седмици
    сигурно сила слага следва следващ служи сменя сменям средно става стане стига стои страна струва съвсем създава създаде
    състои същ същия съществува такса така твърде тогава точен точно трае трета трети три трябва търси тип тече
    удобно успее успява участва факт форма функция харесва хора хиляди час часа част части човек чете число чувства
    цел цена цяло цял цяла чия чий често вярно висок висока високо височина дълбок дълбоко дълбочина най-висок най-голям
    най-дълъг най-добър ниско нисък ширина тегло тежи бърз скоро късно рано винаги никога понякога пише написа написал
    спечели печели губи загуби търпи кои колцина чие чии помогне помага помощ използване употреба пие ползва поискам поиска
    продава продаде купи купува болен болно болна евтин скъп тъмен светъл топъл студен мокър сух чист мръсен тежък лек дебел
    тънък млад стар силен слаб дете деца мъж мъже жена жени къща кола вода семейство приятел върне връща изгуби чуе чува
    обича мрази спи яде седи стои бяга пада падне умре живот смърт сложи постави мина пратят прати насочва дома вкъщи навън`,
  ),
}

/**
 * Common words for people and things of each day: a document can be about them. None in English, where half of the main words decide.
 */
const GENERAL: Readonly<Record<TextLanguage, ReadonlySet<string>>> = {
  en: new Set(),
  de: setOf('de', 'mann männer frau frauen kind kinder auto haus wasser familie freund'),
  bg: setOf('bg', 'дете деца мъж мъже жена жени къща кола вода семейство приятел'),
}

/** Returns whether a common word can be what a question is about, if a document has it. */
export const isGeneralNoun = (normal: string, language: TextLanguage): boolean =>
  GENERAL[language].has(stemOf(normal, language))

/** Returns whether a word in its compared form is common in questions about anything. */
export const isCommonWord = (normal: string, language: TextLanguage): boolean =>
  COMMON[language].has(stemOf(normal, language))
