// Runs the server from its sources with restart on change, behind Vite's server. `npm run dev -- --port 5174` changes the
// page's port; PORT the server's. `-- --demo` runs the demo.
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { onProductNode } from './enter.mjs'
import { inRoot } from './root.mjs'

await onProductNode(import.meta.url)
const { values } = parseArgs({
  options: { port: { type: 'string', default: '5173' }, demo: { type: 'boolean', default: false } },
})
const { createServer } = await import('vite')

const server = spawn(
  process.execPath,
  [
    ...(values.demo ? [inRoot('demo/main.ts')] : []),
    '--watch',
    '--watch-preserve-output',
    '--disable-warning=ExperimentalWarning',
    inRoot('apps/server/src/main.ts'),
  ],
  {
    stdio: 'inherit',
    cwd: inRoot(),
    detached: process.platform !== 'win32',
    // Where the demo says to sign in.
    env: { ...process.env, PLG_PAGE: `http://127.0.0.1:${values.port}` },
  },
)

const target = `http://127.0.0.1:${process.env.PORT ?? 3000}`
const web = await createServer({
  root: inRoot('apps/web'),
  configFile: inRoot('apps/web/vite.config.ts'),
  server: {
    host: '127.0.0.1',
    port: Number(values.port),
    proxy: Object.fromEntries(['/api', '/static', '/v1', '/widget'].map((path) => [path, { target }])),
  },
})
await web.listen()
web.printUrls()

let stopping = false
const stop = () => {
  stopping = true
  server.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
server.once('exit', (code) => {
  void web.close().finally(() => process.exit(stopping ? 0 : (code ?? 1)))
})
