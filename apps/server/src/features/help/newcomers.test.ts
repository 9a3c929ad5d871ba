// The thirty questions that newcomers ask first, in their own words, and the topic that Guide must quote first.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openGuide } from '#engines/guide/guide.ts'
import { helpFeature } from './index.ts'

const root = join(import.meta.dirname, '../../../static')
const help = helpFeature({ folders: [root] })
const guide = openGuide(help)

async function topicsFor(question: string, language: string): Promise<string[]> {
  const request = {
    model: 'guide',
    messages: [{ role: 'user' as const, text: question }],
    options: {},
    language,
    signal: AbortSignal.timeout(5_000),
    firstTokenTimeoutMs: 1_000,
    idleTimeoutMs: 1_000,
  }
  for await (const event of guide.chat(request))
    if (event.type === 'sources')
      return event.sources.map(({ uri }) => /^\/help\/([^#]+)/.exec(uri)?.[1] ?? uri)
  return []
}

type QuestionCase = readonly [topic: string, en: string, de: string, bg: string]

const QUESTIONS: readonly QuestionCase[] = [
  ['getting-started', 'How do I get started?', 'Wie fange ich an?', 'Откъде да започна?'],
  ['about', 'What is this?', 'Was ist das hier?', 'Какво е това?'],
  ['about', 'What can you do?', 'Was kannst du?', 'Какво можеш?'],
  [
    'data-sources',
    'How do I use my own documents in a chat?',
    'Wie nutze ich meine eigenen Dokumente in einem Chat?',
    'Как да използвам собствените си документи в чат?',
  ],
  [
    'data-sources',
    'Can you answer from our files?',
    'Kannst du aus unseren Dateien antworten?',
    'Можеш ли да отговаряш по нашите файлове?',
  ],
  ['messages', 'How do I upload a file?', 'Wie lade ich eine Datei hoch?', 'Как да кача файл?'],
  ['messages', 'Can it read a picture?', 'Kann es ein Bild lesen?', 'Може ли да разчете снимка?'],
  ['models', 'Which model is the best?', 'Welches Modell ist das beste?', 'Кой модел е най-добър?'],
  ['models', 'How do I change the model?', 'Wie wechsle ich das Modell?', 'Как да сменя модела?'],
  [
    'getting-started',
    'Why do I only get quotes from the help?',
    'Warum bekomme ich nur Zitate aus der Hilfe?',
    'Защо получавам само цитати от помощта?',
  ],
  ['about', 'Is my data safe?', 'Sind meine Daten sicher?', 'В безопасност ли са данните ми?'],
  ['sharing', 'Who can see my chats?', 'Wer kann meine Chats sehen?', 'Кой вижда моите чатове?'],
  [
    'sharing',
    'How do I work on a chat together with my team?',
    'Wie arbeite ich mit meinem Team zusammen an einem Chat?',
    'Как да работя заедно с екипа си в един чат?',
  ],
  [
    'chats-and-projects',
    'Where are my old chats?',
    'Wo sind meine alten Chats?',
    'Къде са старите ми чатове?',
  ],
  [
    'chats-and-projects',
    'How do I rename a chat?',
    'Wie benenne ich einen Chat um?',
    'Как да преименувам чат?',
  ],
  ['chats-and-projects', 'What is a project?', 'Was ist ein Projekt?', 'Какво е проект?'],
  ['tabs', 'What is a tab?', 'Was ist ein Tab?', 'Какво е раздел?'],
  [
    'compare',
    'Can I ask several models at once?',
    'Kann ich mehrere Modelle gleichzeitig fragen?',
    'Мога ли да питам няколко модела едновременно?',
  ],
  [
    'prompt-repository',
    'How do I save a prompt?',
    'Wie speichere ich einen Prompt?',
    'Как да запазя промпт?',
  ],
  [
    'prompts',
    'How do I write a good prompt?',
    'Wie schreibe ich einen guten Prompt?',
    'Как да напиша добър промпт?',
  ],
  [
    'custom-instructions',
    'How do I make it always answer in German?',
    'Wie stelle ich ein, dass immer auf Deutsch geantwortet wird?',
    'Как да отговаря винаги на български?',
  ],
  [
    'import-and-export',
    'Can I bring my chats from ChatGPT?',
    'Kann ich meine Chats aus ChatGPT mitnehmen?',
    'Мога ли да пренеса чатовете си от ChatGPT?',
  ],
  [
    'import-and-export',
    'How do I print an answer?',
    'Wie drucke ich eine Antwort?',
    'Как да отпечатам отговор?',
  ],
  [
    'messages',
    'The answer stopped in the middle',
    'Die Antwort bricht mitten im Satz ab',
    'Отговорът прекъсна по средата',
  ],
  ['messages', 'Where does the answer come from?', 'Woher kommt die Antwort?', 'Откъде идва отговорът?'],
  ['profile', 'How do I change the language?', 'Wie ändere ich die Sprache?', 'Как да сменя езика?'],
  ['themes-and-color-schemes', 'Is there a dark mode?', 'Gibt es einen Dunkelmodus?', 'Има ли тъмен режим?'],
  [
    'keyboard-shortcuts',
    'Which shortcuts are there?',
    'Welche Tastenkürzel gibt es?',
    'Какви клавишни комбинации има?',
  ],
  [
    'user-management',
    'How do I add my colleagues?',
    'Wie füge ich meine Kollegen hinzu?',
    'Как да добавя колегите си?',
  ],
  ['models', 'How do I connect ChatGPT?', 'Wie verbinde ich ChatGPT?', 'Как да свържа ChatGPT?'],
]

const asked = QUESTIONS.flatMap(([topic, en, de, bg]) => [
  ['en', en, topic] as const,
  ['de', de, topic] as const,
  ['bg', bg, topic] as const,
])

test.each(asked)('quotes the matching topic first (%s): %s', async (language, question, topic) => {
  expect((await topicsFor(question, language))[0]).toBe(topic)
})

test.each([
  ['en', 'How do I use my own documents in a chat?'],
  ['de', 'Wie nutze ich meine eigenen Dokumente in einem Chat?'],
  ['bg', 'Как да използвам собствените си документи в чат?'],
])(
  'quotes nothing else for a question that a section is known to answer (%s)',
  async (language, question) => {
    expect(await topicsFor(question, language)).toEqual(['data-sources'])
  },
)

test.each(['en', 'de', 'bg'])(
  'every known question belongs to a section of the help (%s)',
  async (language) => {
    const file = join(root, 'data/help-questions', `${language}.json`)
    const known = JSON.parse(await readFile(file, 'utf8')) as Record<string, string[]>
    const sections = (await help.passages(language)).map(({ uri }) => uri.slice('/help/'.length))
    expect(Object.keys(known).filter((section) => !sections.includes(section))).toEqual([])
    const questions = Object.values(known).flat()
    expect(new Set(questions).size).toBe(questions.length)
    // The list above is a test only as long as it is not what Guide learns from.
    expect(asked.filter(([, question]) => questions.includes(question))).toEqual([])
  },
)
