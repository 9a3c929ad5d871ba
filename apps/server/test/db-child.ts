// A separate process with a database, for tests that kill it or observe it from outside. Reports each step as one line of
// JSON.
import { migrate, openDatabase } from '#platform/db/index.ts'
import { openLog } from '#platform/log.ts'

const say = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`)

const [task, dataDir = '', argument = ''] = process.argv.slice(2)
try {
  await run()
} catch (error) {
  say({ failure: error instanceof Error ? error.message : String(error) })
  process.exit(1)
}

async function run(): Promise<void> {
  const databaseUrl = process.env['TEST_CHILD_DATABASE_URL']
  const db = await openDatabase({ dataDir, databaseUrl, log: openLog('silent') })
  if (task === 'migrate') {
    // The log names each migration before it runs.
    const log = openLog('info', { write: (line) => void process.stdout.write(line) })
    await migrate(db, { directory: argument, log })
    say({ done: true })
    return db.close()
  }
  say({ open: true })
  if (task === 'write') {
    for (let i = 1; ; i += 1) {
      await db.pool.query('INSERT INTO acknowledged (n) VALUES ($1)', [i])
      say({ acknowledged: i })
    }
  }
  if (task === 'idle') {
    for (let i = 0; i < 200; i += 1) await db.pool.query('SELECT count(*) FROM pg_class WHERE oid > $1', [i])
    say({ idle: true })
  }
  process.stdin.resume()
  process.stdin.on('end', () => void db.close())
}
