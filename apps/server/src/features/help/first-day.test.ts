// Questions of users on their first day, in their own words, and the help topic that answers each.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openGuide } from '#engines/guide/guide.ts'
import { helpFeature } from './index.ts'

const help = helpFeature({ folders: [join(import.meta.dirname, '../../../static')] })
const guide = openGuide(help)

async function sourcesOf(question: string, language: string): Promise<string[]> {
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
    if (event.type === 'sources') return event.sources.map(({ uri }) => decodeURI(uri))
  return []
}

/** A question and the topics that answer it. */
type QuestionCase = readonly [question: string, ...topics: string[]]

const ENGLISH: readonly QuestionCase[] = [
  ['How do I start a new chat?', 'chats-and-projects', 'getting-started'],
  ['How can I delete a chat?', 'chats-and-projects'],
  ['Where do I change my password?', 'profile'],
  ['I forgot my password', 'user-management', 'profile'],
  ['Can I upload a PDF?', 'messages'],
  ['How do I share a chat with a colleague?', 'sharing'],
  ['Can other people see my chats?', 'sharing', 'chats-and-projects', 'about', 'admin'],
  ['How do I switch to dark mode?', 'themes-and-color-schemes'],
  ['Change the language to German', 'profile'],
  ['Which model should I use?', 'models', 'getting-started'],
  ['What is the difference between a chat and a project?', 'chats-and-projects'],
  ['How do I stop an answer?', 'messages'],
  ['How do I compare two models?', 'compare'],
  ['How do I find an old message?', 'search'],
  ['How can I export my conversation?', 'import-and-export'],
  ['Is my data sent to the internet?', 'about', 'models'],
  ['How do I connect Ollama?', 'models', 'model-management', 'getting-started'],
  ['How do I invite people?', 'user-management', 'getting-started'],
  ['Where is the keyboard shortcut list?', 'keyboard-shortcuts'],
  ['How do I get an API key?', 'api', 'token-management', 'profile'],
  ['Why is the answer so slow?', 'models', 'embedded-models', 'messages'],
  ['The model is not available', 'models'],
  ['How do I log out?', 'getting-started'],
  ['How do I add a user to a team?', 'context-management'],
  ['Can answers use our documents?', 'data-sources'],
  ['What is a data source?', 'data-sources'],
]

const GERMAN: readonly QuestionCase[] = [
  ['Wie beginne ich einen neuen Chat?', 'chats-and-projects', 'getting-started'],
  ['Wie kann ich einen Chat löschen?', 'chats-and-projects'],
  ['Wo ändere ich mein Passwort?', 'profile'],
  ['Ich habe mein Passwort vergessen', 'user-management', 'profile'],
  ['Kann ich ein PDF hochladen?', 'messages'],
  ['Wie teile ich einen Chat mit einer Kollegin?', 'sharing'],
  ['Können andere meine Chats sehen?', 'sharing', 'chats-and-projects', 'about', 'admin'],
  ['Wie schalte ich auf dunkel um?', 'themes-and-color-schemes'],
  ['Sprache auf Englisch umstellen', 'profile'],
  ['Welches Modell soll ich nehmen?', 'models', 'getting-started'],
  ['Was ist der Unterschied zwischen Chat und Projekt?', 'chats-and-projects'],
  ['Wie stoppe ich eine Antwort?', 'messages'],
  ['Wie vergleiche ich zwei Modelle?', 'compare'],
  ['Modellvergleich', 'compare'],
  ['Wie finde ich eine alte Nachricht?', 'search'],
  ['Wie exportiere ich meine Unterhaltung?', 'import-and-export'],
  ['Werden meine Daten ins Internet geschickt?', 'about', 'models'],
  ['Wie verbinde ich Ollama?', 'models', 'model-management', 'getting-started'],
  ['Wie lade ich Leute ein?', 'user-management', 'getting-started'],
  ['Wo ist die Liste der Tastenkombinationen?', 'keyboard-shortcuts'],
  ['Wie bekomme ich einen API-Schlüssel?', 'api', 'token-management', 'profile'],
  ['Benutzerverwaltung', 'user-management'],
  ['Wie melde ich mich ab?', 'getting-started'],
  ['Wie ändere ich mein Profilbild?', 'profile'],
  ['Dateianhang zu groß', 'messages'],
  ['Können Antworten unsere Dokumente nutzen?', 'data-sources'],
  ['Was ist eine Datenquelle?', 'data-sources'],
]

const BULGARIAN: readonly QuestionCase[] = [
  ['Как да започна нов чат?', 'chats-and-projects', 'getting-started'],
  ['Как да изтрия чат?', 'chats-and-projects'],
  ['Къде да сменя паролата си?', 'profile'],
  ['Забравих си паролата', 'user-management', 'profile'],
  ['Мога ли да кача PDF файл?', 'messages'],
  ['Как да споделя чат с колега?', 'sharing'],
  ['Виждат ли другите моите чатове?', 'sharing', 'chats-and-projects', 'about', 'admin'],
  ['Как да включа тъмния режим?', 'themes-and-color-schemes'],
  ['Как да сменя езика на английски?', 'profile'],
  ['Кой модел да избера?', 'models', 'getting-started'],
  ['Каква е разликата между чат и проект?', 'chats-and-projects'],
  ['Как да спра отговора?', 'messages'],
  ['Как да сравня два модела?', 'compare'],
  ['Как да намеря старо съобщение?', 'search'],
  ['Как да изтегля разговора си?', 'import-and-export'],
  ['Изпращат ли се данните ми в интернет?', 'about', 'models'],
  ['Как да свържа Ollama?', 'models', 'model-management', 'getting-started'],
  ['Как да поканя хора?', 'user-management', 'getting-started'],
  ['Къде са клавишните комбинации?', 'keyboard-shortcuts'],
  ['Как да получа API ключ?', 'api', 'token-management', 'profile'],
  ['Как да преименувам проекта?', 'chats-and-projects'],
  ['Моделът не е наличен', 'models'],
  ['Как да отпечатам чат?', 'import-and-export'],
  ['Как да изляза от профила?', 'getting-started'],
  ['Какво е източник на данни?', 'data-sources'],
  ['Как да добавя документи към източник на данни?', 'data-sources'],
]

const asked = [
  ...ENGLISH.map((one) => ['en', ...one] as const),
  ...GERMAN.map((one) => ['de', ...one] as const),
  ...BULGARIAN.map((one) => ['bg', ...one] as const),
]

test.each(asked)('quotes a matching topic first (%s): %s', async (language, question, ...topics) => {
  const [first = ''] = await sourcesOf(question, language)
  expect(topics).toContain(/^\/help\/([^#]+)/.exec(first)?.[1])
})
