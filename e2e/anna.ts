// Anna, the super user of the fixture. Her account is created once per run, in a database that each fixture copies: a second
// of a core each. As a program: prints the path of that database.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { contract } from '@polylogue/contract'
import { createClient } from '@polylogue/client'
import { startProduct } from '../apps/server/test/product.ts'

export const ANNA = { email: 'anna@example.org', password: 'Ein-guter-Satz-42' }

/** A session as the app stores it. */
export interface Session {
  userId: number
  access: string
  refresh: string
  expires: number
}

interface SignedIn {
  data: { access_token: string; refresh_token: string; expires_in: number }
  meta: { userId: number }
}

const SESSION_FILE = 'anna.json'

/** Returns the session of Anna in a copy of the prepared database. */
export function annasSession(dataDir: string): Session {
  return JSON.parse(readFileSync(path.join(dataDir, SESSION_FILE), 'utf8'))
}

/** Returns the session of a reply to signing in. */
export function sessionOf({ data, meta }: SignedIn): Session {
  return {
    userId: meta.userId,
    access: data.access_token,
    refresh: data.refresh_token,
    expires: Date.now() + data.expires_in * 1000,
  }
}

async function makeDatabase(): Promise<string> {
  const configPath = path.join(mkdtempSync(path.join(tmpdir(), 'anna-')), 'config.json')
  // The access token must outlive the run. The providers belong to the products that are started later.
  const config = { session: { accessMinutes: 1_440 }, embedded: { enabled: false }, localServers: [] }
  writeFileSync(configPath, JSON.stringify(config))
  const product = await startProduct({
    env: {
      POLYLOGUE_CONFIG: configPath,
      POLYLOGUE_ADMIN_EMAIL: ANNA.email,
      POLYLOGUE_ADMIN_PASSWORD: ANNA.password,
    },
  })
  const session = await signIn(product.url)
  const code = await product.stop()
  if (code !== 0) throw new Error(`The product ended with ${code}:\n${product.output()}`)
  writeFileSync(path.join(product.dataDir, SESSION_FILE), JSON.stringify(session))
  return product.dataDir
}

/** Signs Anna in, and dismisses the tour and the release notes, so that they cover no page. */
async function signIn(baseUrl: string): Promise<Session> {
  const body = { userName: ANNA.email, userPassword: ANNA.password }
  const session = sessionOf(await createClient({ baseUrl }).call(contract.auth.authenticate, { body }))
  const client = createClient({ baseUrl, token: () => session.access })
  for (const [settingName, settingValue] of [
    ['showInitialTour', 'true'],
    ['whatsNewScreen', '1.0.0'],
    ['proMode', 'true'],
    ['firstSteps', 'hidden'],
  ] as const)
    await client.call(contract.settings.setByName, {
      params: { id: session.userId },
      body: { settingName, settingValue },
    })
  return session
}

if (import.meta.main) process.stdout.write(await makeDatabase())
