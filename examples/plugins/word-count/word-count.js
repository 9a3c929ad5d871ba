// An example: counts the words of the person's latest chats, and asks one question about them.
const WORDS = {
  en: {
    title: 'Word count',
    count: 'Count words',
    counting: 'Reading your chats…',
    counted: (words, chats) => `${words} words in ${chats} chats`,
    none: 'You have no chats yet.',
    chat: 'Chat',
    asked: 'Questions',
    answered: 'Answers',
    ask: 'Ask how questions can be shorter',
    prompt: (words) => `My questions have ${words} words. How can I write shorter questions?`,
  },
  de: {
    title: 'Wörter zählen',
    count: 'Wörter zählen',
    counting: 'Ihre Chats werden gelesen…',
    counted: (words, chats) => `${words} Wörter in ${chats} Chats`,
    none: 'Sie haben noch keine Chats.',
    chat: 'Chat',
    asked: 'Fragen',
    answered: 'Antworten',
    ask: 'Fragen, wie Fragen kürzer werden',
    prompt: (words) => `Meine Fragen haben ${words} Wörter. Wie schreibe ich kürzere Fragen?`,
  },
  bg: {
    title: 'Брой думи',
    count: 'Преброяване',
    counting: 'Чатовете Ви се четат…',
    counted: (words, chats) => `${words} думи в ${chats} чата`,
    none: 'Още нямате чатове.',
    chat: 'Чат',
    asked: 'Въпроси',
    answered: 'Отговори',
    ask: 'Как въпросите да станат по-кратки?',
    prompt: (words) => `Въпросите ми имат ${words} думи. Как да пиша по-кратки въпроси?`,
  },
}
const MOST_CHATS = 10
const at = (id) => document.getElementById(id)
let words = WORDS.en
let language = 'en'
let asked = 0

polylogue.onFacts((facts) => {
  language = facts.language
  words = WORDS[language] ?? WORDS.en
  document.documentElement.lang = language
  document.documentElement.dataset.theme = facts.theme
  document.title = words.title
  for (const id of ['title', 'count', 'chat', 'asked', 'answered', 'ask']) at(id).textContent = words[id]
  at('ask').disabled = facts.readOnly
})

const wordsIn = (text) => text.split(/\s+/).filter(Boolean).length

/** Returns the list of a reply; a list without entries is refused with NONE_FOUND. */
const listOf = (name, request, key) =>
  polylogue.call(name, request).then(
    ({ data }) => data[key],
    (error) => {
      if (error.code === 'NONE_FOUND') return []
      throw error
    },
  )

async function countChat({ id, name }) {
  const count = { name, asked: 0, answered: 0 }
  for (const tab of await listOf('tabs.list', { params: { id } }, 'Projecttabs'))
    for (const message of await listOf('queries.list', { params: { id: tab.id } }, 'Queries')) {
      count.asked += wordsIn(message.queryText)
      count.answered += wordsIn(message.responseText)
    }
  return count
}

function show(counts) {
  const rows = counts.map((count) => {
    const row = document.createElement('tr')
    // As text: a name may look like HTML.
    for (const value of [count.name, count.asked, count.answered]) row.insertCell().textContent = value
    return row
  })
  at('rows').replaceChildren(...rows)
  at('table').hidden = counts.length === 0
  at('ask').hidden = counts.length === 0
  asked = counts.reduce((sum, count) => sum + count.asked, 0)
  const all = counts.reduce((sum, count) => sum + count.asked + count.answered, 0)
  at('status').textContent = counts.length === 0 ? words.none : words.counted(all, counts.length)
}

/** Does the work of a button, which waits meanwhile, and shows why it failed. */
async function run(id, work) {
  at(id).disabled = true
  try {
    await work()
  } catch (error) {
    at('status').textContent = error.message
  } finally {
    at(id).disabled = false
  }
}

const onClick = (id, work) => at(id).addEventListener('click', () => void run(id, work))

onClick('count', async () => {
  at('status').textContent = words.counting
  const request = { params: { id: 'me' }, query: { limit: MOST_CHATS } }
  const counts = []
  for (const chat of await listOf('projects.list', request, 'Projects')) counts.push(await countChat(chat))
  show(counts)
})

onClick('ask', async () => {
  at('answer').textContent = ''
  const onText = (text) => at('answer').append(text)
  await polylogue.ask(words.prompt(asked), { name: words.title, language, onText })
})
