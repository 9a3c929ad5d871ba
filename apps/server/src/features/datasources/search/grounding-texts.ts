// Sentences for models about the documents of a chat, and replies in place of an answer.
import type { TextLanguage } from '@polylogue/retrieval'

export interface Sentences {
  /** Why there are no passages, and that the answer begins with it. */
  readonly lacks: Readonly<Record<'nothing' | 'noRoom' | 'unavailable', string>>
  readonly thenFree: string
  readonly thenFiles: string
  readonly only: string
  /** Names the words of the question that no document has; the passages may be about something else. */
  readonly missing: (words: readonly string[]) => string
  /** Replies in place of an answer, with what to do next. */
  readonly replies: Readonly<
    Record<'nothing' | 'noRoom', (name: string) => string> & {
      /** Without the name: the reply is part of what the external model gets with the next question. */
      readonly confidential: () => string
    }
  >
}

const quoted = (words: readonly string[], open: string, close: string): string =>
  words.map((word) => `${open}${word}${close}`).join(', ')

const english: Sentences = {
  lacks: {
    nothing:
      'The documents of this chat were searched for this question and say nothing about it. Begin the answer with one sentence that says so.',
    noRoom:
      'The documents of this chat have passages for this question, but they do not fit into your context. Begin the answer with one sentence that says that the documents were not used.',
    unavailable:
      'The documents of this chat are not available for this question. Begin the answer with one sentence that says that they were not used.',
  },
  thenFree: 'After it, you may answer from general knowledge.',
  thenFiles: 'After it, answer only from the files that belong to the question, without general knowledge.',
  only: 'Answer only from the passages and files that belong to the question. If they do not answer it, say so in one sentence, and add nothing from general knowledge.',
  missing: (words) =>
    `No document of this chat has these words of the question: ${quoted(words, '“', '”')}. The passages may be about something else: use one only if it answers the question in other words. Begin the answer with one sentence that says that the documents do not mention them.`,
  replies: {
    nothing: (name) =>
      `The documents of “${name}” say nothing about this, and answers in this chat come only from them. Ask with other words, or ask without this data source.`,
    noRoom: (name) =>
      `The passages of “${name}” do not fit into the context of this model, and answers in this chat come only from them. Choose a model with a larger context, or ask without this data source.`,
    confidential: () =>
      `The data source of this chat is confidential and is not sent to this external model, and answers in this chat come only from its documents. Choose a local model, or ask without this data source.`,
  },
}

const german: Sentences = {
  lacks: {
    nothing:
      'Die Dokumente dieses Chats wurden zu dieser Frage durchsucht und sagen nichts dazu. Beginnen Sie die Antwort mit einem Satz, der das sagt.',
    noRoom:
      'Die Dokumente dieses Chats haben Textstellen zu dieser Frage, aber sie passen nicht in Ihren Kontext. Beginnen Sie die Antwort mit einem Satz, der sagt, dass die Dokumente nicht verwendet wurden.',
    unavailable:
      'Die Dokumente dieses Chats stehen für diese Frage nicht zur Verfügung. Beginnen Sie die Antwort mit einem Satz, der sagt, dass sie nicht verwendet wurden.',
  },
  thenFree: 'Danach dürfen Sie aus allgemeinem Wissen antworten.',
  thenFiles: 'Antworten Sie danach nur aus den Dateien, die zur Frage gehören, ohne allgemeines Wissen.',
  only: 'Antworten Sie nur aus den Textstellen und Dateien, die zur Frage gehören. Wenn diese die Frage nicht beantworten, sagen Sie das in einem Satz und ergänzen Sie nichts aus allgemeinem Wissen.',
  missing: (words) =>
    `Diese Wörter der Frage stehen in keinem Dokument dieses Chats: ${quoted(words, '„', '“')}. Die Textstellen können von etwas anderem handeln: Verwenden Sie eine nur, wenn sie die Frage mit anderen Worten beantwortet. Beginnen Sie die Antwort mit einem Satz, der sagt, dass die Dokumente sie nicht erwähnen.`,
  replies: {
    nothing: (name) =>
      `Die Dokumente von „${name}“ sagen nichts dazu, und Antworten in diesem Chat stammen nur aus ihnen. Fragen Sie mit anderen Worten oder ohne diese Datenquelle.`,
    noRoom: (name) =>
      `Die Textstellen aus „${name}“ passen nicht in den Kontext dieses Modells, und Antworten in diesem Chat stammen nur aus ihnen. Wählen Sie ein Modell mit größerem Kontext oder fragen Sie ohne diese Datenquelle.`,
    confidential: () =>
      `Die Datenquelle dieses Chats ist vertraulich und wird nicht an dieses externe Modell gesendet, und Antworten in diesem Chat stammen nur aus ihren Dokumenten. Wählen Sie ein lokales Modell oder fragen Sie ohne diese Datenquelle.`,
  },
}

const bulgarian: Sentences = {
  lacks: {
    nothing:
      'Документите на този чат бяха претърсени за този въпрос и не казват нищо за него. Започнете отговора с едно изречение, което казва това.',
    noRoom:
      'Документите на този чат имат откъси за този въпрос, но те не се побират в контекста Ви. Започнете отговора с едно изречение, което казва, че документите не са използвани.',
    unavailable:
      'Документите на този чат не са достъпни за този въпрос. Започнете отговора с едно изречение, което казва, че не са използвани.',
  },
  thenFree: 'След това може да отговорите от общи знания.',
  thenFiles: 'След това отговорете само от файловете към въпроса, без общи знания.',
  only: 'Отговаряйте само от откъсите и файловете към въпроса. Ако те не отговарят на него, кажете го с едно изречение и не добавяйте нищо от общи знания.',
  missing: (words) =>
    `Тези думи от въпроса ги няма в никой документ на този чат: ${quoted(words, '„', '“')}. Откъсите може да са за нещо друго: използвайте откъс само ако отговаря на въпроса с други думи. Започнете отговора с едно изречение, което казва, че документите не ги споменават.`,
  replies: {
    nothing: (name) =>
      `Документите на „${name}“ не казват нищо за това, а отговорите в този чат са само от тях. Попитайте с други думи или без този източник на данни.`,
    noRoom: (name) =>
      `Откъсите от „${name}“ не се побират в контекста на този модел, а отговорите в този чат са само от тях. Изберете модел с по-голям контекст или попитайте без този източник на данни.`,
    confidential: () =>
      `Източникът на данни на този чат е поверителен и не се изпраща на този външен модел, а отговорите в този чат са само от документите му. Изберете локален модел или попитайте без този източник на данни.`,
  },
}

export const SENTENCES: Readonly<Record<TextLanguage, Sentences>> = {
  en: english,
  de: german,
  bg: bulgarian,
}
