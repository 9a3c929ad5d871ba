// German words on -s, which the stemmer misreads: it keeps the plural of “Taxis”, “Autos” and “Shops”, and cuts “Kurs” to “Kur”.

/** Ends of words whose -s is a plural; in “Hotels” and “Jobs” the stemmer removes it. After other letters, lists decide. */
const PLURAL =
  /(?:[aoyéüpcw]|[bdfgkmpvwz]i|taxi|safari|kolibri|ferrari|[kmt]ini|zucchini|spaghetti|graffiti|uni|pulli|akku|guru|tabu|kanu|iglu|kakadu)s$/
/** Ends of words whose -s stays in other forms, as in “Glases”, “kostenlose”, “Kürbisse”, “kuriose” and “Schnäpse”. */
const WHOLE =
  /(?:[gl]as|gras|atlas|(?<!ki|si|so)los|moos|albatros|rhinozeros|kurios|grandios|dubios|rigoros|virtuos|famos|kürbis|ibis|gips|schnaps|schlips|mops|raps|klops|kollaps)$/
/** Ends of words of which the stemmer would cut the -s. */
const CUT = /(?:kurs|puls|krebs|hals|fels|pils|vers|fuchs|wachs|lachs|luchs|dachs|ochs|wuchs)$/
const LEAST = 4

/** Returns a German word in lower case as the stemmer reads it rightly. */
export function readableForm(word: string): string {
  if (word.length < LEAST) return word
  if (CUT.test(word)) return `${word}e`
  return PLURAL.test(word) && !WHOLE.test(word) ? word.slice(0, -1) : word
}
