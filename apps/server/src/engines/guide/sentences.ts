// What Guide says itself, around what it quotes, in the languages of the product.

interface Sentences {
  /** Before the quotes. */
  quoting: string
  /** When nothing was found; `topics` names those there are, or is empty. */
  nothing(topics: string): string
}

const english: Sentences = {
  quoting: 'From the help, quoted word for word. I find passages; I do not write answers of my own.',
  nothing: (topics) =>
    `I found nothing about this in the help.${topics && ` It has topics on: ${topics}.`} I only quote from the help; for questions of your own, choose a language model, or ask an administrator to connect one.`,
}

const german: Sentences = {
  quoting: 'Aus der Hilfe, Wort für Wort zitiert. Ich finde Abschnitte; eigene Antworten schreibe ich nicht.',
  nothing: (topics) =>
    `Dazu habe ich in der Hilfe nichts gefunden.${topics && ` Sie hat Themen zu: ${topics}.`} Ich zitiere nur aus der Hilfe; wählen Sie für eigene Fragen ein Sprachmodell, oder bitten Sie Ihre Administration, eines zu verbinden.`,
}

const bulgarian: Sentences = {
  quoting: 'От помощта, цитирано дума по дума. Намирам откъси; свои отговори не пиша.',
  nothing: (topics) =>
    `Не намерих нищо за това в помощта.${topics && ` В нея има теми за: ${topics}.`} Цитирам само от помощта; за собствени въпроси изберете езиков модел или помолете администратор да свърже такъв.`,
}

const spoken: Readonly<Record<string, Sentences>> = { de: german, bg: bulgarian }

/** Guide's sentences in a language; English where it speaks none of it. */
export const sentencesIn = (language: string): Sentences => spoken[language] ?? english
