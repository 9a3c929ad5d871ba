// An app in this process with one staff member, measured over HTTP.
import { join } from 'node:path'
import { contract } from '@polylogue/contract'
import { createClient, type Client } from '@polylogue/client'
import { createApp } from '../../apps/server/src/app.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { openDatabase, type Database } from '../../apps/server/src/platform/db/index.ts'
import { openLog } from '../../apps/server/src/platform/log.ts'
import { summary } from './figures.ts'
import { openPlace } from './place.ts'

const ROUNDS = 60
const log = openLog('silent')

const anna = {
  firstName: 'Anna',
  lastName: 'Schulz',
  email: 'anna@example.org',
  password: 'Ein-guter-Satz-42',
}

export interface Reader {
  readonly id: number
  readonly contextId: number
  readonly baseUrl: string
  readonly token: string
  readonly client: Client
}

/** Starts an app on a new database (`DATABASE_URL`, else embedded), and stops it after `work`. `env` are settings of the product. */
export async function withApp(
  work: (db: Database, reader: Reader) => Promise<void>,
  env: Record<string, string> = {},
): Promise<void> {
  const { drop, ...where } = await openPlace()
  try {
    const home = join(import.meta.dirname, '../../apps/server')
    const db = await openDatabase({ ...where, migrationsDir: join(home, 'migrations'), log })
    const config = readConfig(
      {
        PORT: '0',
        POLYLOGUE_DATA_DIR: where.dataDir,
        POLYLOGUE_ADMIN_EMAIL: 'root@example.org',
        POLYLOGUE_ADMIN_PASSWORD: anna.password,
        ...env,
      },
      'bench',
    )
    const limits = { ...config.file.limits, requestsPerMinute: 1_000_000 }
    const file = { ...config.file, limits }
    const app = await createApp({
      config: { ...config, file },
      db,
      log,
      clock: systemClock,
      home,
      preparesDocuments: true,
    })
    try {
      const baseUrl = await app.listen()
      const prepared = await app.users.prepare(anna)
      const made = await db.transaction((tx) => app.users.create(tx, prepared, { roleId: 4 }))
      const signIn = { userName: anna.email, userPassword: anna.password }
      const { data } = await createClient({ baseUrl }).call(contract.auth.authenticate, { body: signIn })
      const token = data.access_token
      const client = createClient({ baseUrl, token: () => token })
      await work(db, { id: made.id, contextId: made.contextId, baseUrl, token, client })
    } finally {
      await app.close(0)
    }
  } finally {
    await drop()
  }
}

export type Ask = (client: Client, userId: number) => Promise<{ data: object }>

/** Prints the percentiles of calls in milliseconds. Sets the exit code 1 when a 95th percentile exceeds the budget. */
export async function measure(asks: Record<string, Ask>, { client, id }: Reader, budgetMs: number) {
  for (const [what, ask] of Object.entries(asks)) {
    const times: number[] = []
    let found = 0
    for (let round = -5; round < ROUNDS; round++) {
      const begin = performance.now()
      const { data } = await ask(client, id)
      if (round >= 0) times.push(performance.now() - begin)
      found = (Object.values(data)[0] as unknown[]).length
    }
    const figures = summary(times)
    console.log(what.padEnd(34), `${found} found`.padStart(10), figures)
    if (!figures || figures.p95 > budgetMs) process.exitCode = 1
  }
}
