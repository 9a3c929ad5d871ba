// Guide's own sentences around the quotes, in the languages of the product.

interface Sentences {
  /** Before the quotes. */
  quoting: string
  /** Before quotes of a data source, and when it has nothing. */
  quotingDocuments: string
  nothingInDocuments: string
  /** When nothing was found in the help; `topics` lists the available topics, or is empty. */
  nothing(topics: string): string
}

const english: Sentences = {
  quoting: 'Quoted from the help. Guide does not generate text.',
  quotingDocuments: 'Quoted from the data source. Guide does not generate text.',
  nothingInDocuments:
    'Nothing found in the data source. Guide only quotes. Ask with other words, or choose a language model.',
  nothing: (topics) =>
    `The help says nothing about this.${topics && ` Its topics: ${topics}.`} Guide only quotes the help. For other questions, choose a language model or ask an administrator to connect one.`,
}

const german: Sentences = {
  quoting: 'Zitiert aus der Hilfe. Guide erzeugt keinen Text.',
  quotingDocuments: 'Zitiert aus der Datenquelle. Guide erzeugt keinen Text.',
  nothingInDocuments:
    'In der Datenquelle nichts gefunden. Guide zitiert nur. Fragen Sie mit anderen Worten oder wählen Sie ein Sprachmodell.',
  nothing: (topics) =>
    `Dazu steht nichts in der Hilfe.${topics && ` Ihre Themen: ${topics}.`} Guide zitiert nur die Hilfe. Wählen Sie für andere Fragen ein Sprachmodell oder bitten Sie einen Administrator, eines zu verbinden.`,
}

const bulgarian: Sentences = {
  quoting: 'Цитира помощта. Guide не създава текст.',
  quotingDocuments: 'Цитира източника на данни. Guide не създава текст.',
  nothingInDocuments:
    'В източника на данни не е намерено нищо. Guide само цитира. Попитайте с други думи или изберете езиков модел.',
  nothing: (topics) =>
    `В помощта няма нищо за това.${topics && ` Темите в нея: ${topics}.`} Guide само цитира помощта. За други въпроси изберете езиков модел или помолете администратор да свърже такъв.`,
}

const spoken: Readonly<Record<string, Sentences>> = { de: german, bg: bulgarian }

/** Returns Guide's sentences in a language; English if it has none. */
export const sentencesIn = (language: string): Sentences => spoken[language] ?? english
