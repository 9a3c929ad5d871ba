// Runs the scripted model server as a process: node main.ts --port 9100 --rate 30 --tokens 150 --models 'mock,script?rate=50'
import { parseArgs } from 'node:util'
import { startModelServer } from './index.ts'
import { DEFAULTS } from './settings.ts'

const names = ['port', 'host', 'models', ...Object.keys(DEFAULTS)]
const { values } = parseArgs({
  options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
})
const { port, host, models, ...given } = values
const settings = Object.fromEntries(
  Object.entries(given).map(([name, value]) => [
    name,
    typeof DEFAULTS[name as keyof typeof DEFAULTS] === 'number' ? Number(value) : value,
  ]),
)
const server = await startModelServer({
  port: Number(port ?? 9100),
  ...(host ? { host } : {}),
  ...(models ? { models: models.split(',') } : {}),
  settings,
})
process.stdout.write(`model server on ${server.url}\n`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void server.close().then(() => process.exit(0)))
}
