// The source files on the way of one prompt: a signed-in person asks in a tab, the answer is streamed and saved. Counted are the
// files of the server and its packages of which a function runs in every one of five prompts, from the request until the end is
// stored; what only loads a file does not count. Not counted is what serves other calls as well: `platform`, `http`, and files
// that also run when the person asks for their own account, or when nobody asks. Features that hear of an answer by events are counted apart.
//   node bench/prompt-files.ts [--list]
import { Session } from 'node:inspector/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { contract } from '@polylogue/contract'
import { withApp, type Reader } from './lib/in-process.ts'
import { startModels } from './lib/installation.ts'

const root = path.join(import.meta.dirname, '..')
const SOURCE = /^(?:apps\/server\/src|packages\/[a-z]+\/src)\//
const SERVES_ALL = /^apps\/server\/src\/(?:platform|http)\//
const HEARS_OF_IT = /^apps\/server\/src\/features\/(?:notifications|presence|search|system|titles)\//
const TIMES = 5
/** Milliseconds from the end of the stream, within which its end is stored. */
const STORED_MS = 1_000
const IDLE_MS = 3_000

const { values } = parseArgs({ options: { list: { type: 'boolean' } } })
const session = new Session()
const models = await startModels({ rate: 1_000, tokens: 20, models: 'mock' })
await withApp(count, { OPENAI_BASE_URL: models.url, POLYLOGUE_CHAT_TITLES: 'off' })
models.stop()

async function count(_db: unknown, { baseUrl, id, token, client }: Reader): Promise<void> {
  const { data } = await client.call(contract.models.list)
  const tag = data.Models.flatMap(({ tags }) => tags).find(({ fullName }) => fullName === 'mock:latest')
  const { project } = (await client.call(contract.projects.create, { body: { name: 'Way' } })).data
  const { projecttab } = (await client.call(contract.tabs.create, { params: { id: project.id }, body: {} }))
    .data
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'x-requested-with': 'XMLHttpRequest',
  }
  const send = async (path: string, init: RequestInit = {}) =>
    (await fetch(`${baseUrl}/api/v1/${path}`, { headers, ...init })).text()
  const readAccount = () => send(`users/${id}`)
  const ask = async () => {
    const body = JSON.stringify({ projectTabId: projecttab.id, prompt: 'Count.' })
    const text = await send(`prompts/${tag?.id}/stream`, { method: 'POST', body })
    if (!text.includes('[STREAM-DONE]')) throw new Error(text.slice(0, 500))
    await sleep(STORED_MS)
  }
  await readAccount()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const others = new Set([...(await filesOf(readAccount)), ...(await filesOf(() => sleep(IDLE_MS)))])
  await ask()
  const files = await filesOfEach(ask)
  session.disconnect()
  const own = files.filter((file) => !SERVES_ALL.test(file) && !others.has(file))
  const onTheWay = own.filter((file) => !HEARS_OF_IT.test(file))
  if (values.list) console.log(onTheWay.toSorted().join('\n'))
  console.log(`files on the way of one prompt          ${onTheWay.length}`)
  console.log(`files that hear of it by events          ${own.length - onTheWay.length}`)
  console.log(`files that serve other calls as well     ${files.length - own.length}`)
}

/** Returns the source files of which a function runs every time. */
async function filesOfEach(work: () => Promise<unknown>): Promise<string[]> {
  let files = await filesOf(work)
  for (let time = 1; time < TIMES; time++) {
    const these = new Set(await filesOf(work))
    files = files.filter((file) => these.has(file))
  }
  return files
}

/** Returns the source files of which a function runs during `work`. Taking the counts sets them to zero. */
async function filesOf(work: () => Promise<unknown>): Promise<string[]> {
  await session.post('Profiler.takePreciseCoverage')
  await work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  return result.flatMap(({ url, functions }) => {
    const file = url.startsWith('file:') ? path.relative(root, fileURLToPath(url)) : ''
    // A module is a function that begins at zero; it runs when its file is loaded.
    const runs = functions.some(({ ranges: [range] }) => range && range.startOffset > 0 && range.count > 0)
    return SOURCE.test(file) && runs ? [file] : []
  })
}
