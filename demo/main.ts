// `npm start -- --demo`: the product with people, projects, documents and scripted models, in a data directory of its own.
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { startModelServer, type ModelServer } from '../apps/server/test/model-server/index.ts'
import { ANNA } from './account.ts'
import { answerTo } from './answers.ts'
import { seed } from './seed/index.ts'

/** What a later start needs to know; stored beside the data. */
interface Kept {
  modelPort: number
  isSeeded: boolean
}

const MODELS = ['llama3.3:70b', 'mistral-small:24b', 'qwen3:30b-thinking']
/** Words per second of an answer in the page; the seed does not wait. */
const RATE = 45
const READY_MS = 250

const [program, ...args] = process.argv.slice(2)
if (!program) throw new Error('The demo is started by `npm start -- --demo` or `npm run dev -- --demo`.')
const dataDir = path.resolve(process.env['POLYLOGUE_DATA_DIR'] ?? 'data-demo')
const keptFile = path.join(dataDir, 'demo.json')
if (existsSync(path.join(dataDir, 'pgdata')) && !existsSync(keptFile)) {
  console.error(
    `${dataDir} holds another installation. Set POLYLOGUE_DATA_DIR to an empty folder for the demo.`,
  )
  process.exit(2)
}
mkdirSync(dataDir, { recursive: true, mode: 0o700 })
const kept = readKept()
const pace = { rate: 0 }
const models = await startModels(kept.modelPort)
const modelPort = Number(new URL(models.url).port)
keep({ ...kept, modelPort })
writeFileSync(path.join(dataDir, 'config.json'), `${JSON.stringify(configuration(), null, 2)}\n`)

const plugin = 'plugins/word-count'
cpSync(path.join(import.meta.dirname, '../examples', plugin), path.join(dataDir, 'static', plugin), {
  recursive: true,
})

const {
  DATABASE_URL: _,
  OLLAMA_URL: __,
  OPENAI_BASE_URL: ___,
  POLYLOGUE_CONFIG: ____,
  ...inherited
} = process.env
const server = spawn(process.execPath, [program, ...args], {
  stdio: ['inherit', 'pipe', 'inherit'],
  env: {
    ...inherited,
    POLYLOGUE_DATA_DIR: dataDir,
    POLYLOGUE_ADMIN_EMAIL: ANNA.email,
    POLYLOGUE_ADMIN_PASSWORD: ANNA.password,
    // A watched server is started by the watcher, and would take this process for a dead one.
    ...(program === '--watch' ? {} : { PLG_STARTED_BY: String(process.pid) }),
  },
})
server.once('exit', (code) => void models.close().then(() => process.exit(code ?? 1)))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))
let output = ''
let isReady = false
server.stdout.setEncoding('utf8').on('data', (text: string) => {
  process.stdout.write(text)
  output += text
  const address = /is ready at (http:\/\/\S+)/.exec(output)?.[1]
  if (!address || isReady) return
  isReady = true
  prepare(address.replace(/\/$/, '')).catch((error: unknown) => {
    console.error('The demo could not be filled:', error)
    server.kill('SIGTERM')
  })
})

async function prepare(address: string): Promise<void> {
  if (!readKept().isSeeded) {
    console.log('Filling the demo: people, documents, chats. This takes a few seconds.')
    await untilModels(address)
    await seed(address)
    keep({ modelPort, isSeeded: true })
  }
  pace.rate = RATE
  console.log(
    `Sign in at ${process.env['PLG_PAGE'] ?? address} as ${ANNA.email} with the password ${ANNA.password}`,
  )
}

/** Models are found in the background after the start. */
async function untilModels(address: string): Promise<void> {
  while (models.stats().byPath['POST /api/show'] === undefined) {
    const health = await fetch(`${address}/api/v1/health`)
    if (!health.ok) throw new Error(`The server answered ${health.status}`)
    await new Promise((resolve) => setTimeout(resolve, READY_MS))
  }
}

function configuration(): object {
  return {
    appName: 'Polylogue demo',
    customer: '',
    localServers: [],
    embedded: { enabled: false },
    logLevel: 'warn',
    session: { accessMinutes: 1_440 },
    providers: [{ name: 'Scripted models of the demo', kind: 'ollama', addresses: [models.url] }],
  }
}

function readKept(): Kept {
  return existsSync(keptFile)
    ? (JSON.parse(readFileSync(keptFile, 'utf8')) as Kept)
    : { modelPort: 0, isSeeded: false }
}

function keep(value: Kept): void {
  writeFileSync(keptFile, `${JSON.stringify(value)}\n`)
}

/** Listens on the port of the last start, so that the models stay the same, or on another one if it is taken. */
async function startModels(port: number): Promise<ModelServer> {
  const options = {
    models: MODELS,
    answer: (body: Record<string, unknown>) => ({ ...answerTo(body), ...pace }),
  }
  try {
    return await startModelServer({ ...options, port })
  } catch {
    return startModelServer(options)
  }
}
