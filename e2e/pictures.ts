// Takes the pictures of the README from the running demo: `npm run pictures` (needs Chromium).
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { createClient } from '@polylogue/client'
import { contract } from '@polylogue/contract'
import { BROWSER_FLAGS, findChromium } from './chromium.ts'
import { shrink } from './every-page/shrink.ts'
import { ANNA } from '../demo/account.ts'

const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const folder = path.join(import.meta.dirname, '../docs/pictures')

const dataDir = mkdtempSync(path.join(tmpdir(), 'demo-'))
const demo = spawn(process.execPath, [path.join(import.meta.dirname, '../scripts/start.mjs'), '--demo'], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, PORT: '0', POLYLOGUE_DATA_DIR: dataDir },
})
try {
  const address = await readyAddress()
  const paths = await pathsOf(address)
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: [...BROWSER_FLAGS],
    ...(executablePath ? { executablePath } : {}),
  })
  mkdirSync(folder, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      baseURL: address,
      viewport: WIDE,
      colorScheme,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await signIn(page)
    for (const { name, at, viewport, text } of paths) {
      await page.setViewportSize(viewport)
      await page.goto(at)
      await page.getByText(text).first().waitFor()
      await page.locator('#start-up').waitFor({ state: 'detached' })
      const file = path.join(folder, `${name}-${colorScheme}.png`)
      await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' })
      shrink(file)
    }
    await context.close()
  }
  await browser.close()
} finally {
  demo.kill('SIGTERM')
  await new Promise((resolve) => demo.once('exit', resolve))
  rmSync(dataDir, { recursive: true, force: true })
}

function readyAddress(): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    demo.once('exit', (code) => reject(new Error(`The demo ended with ${code}:\n${output}`)))
    demo.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const address = /^Sign in at (http:\S+) /m.exec(output)?.[1]
      if (address) resolve(address)
    })
  })
}

interface Picture {
  readonly name: string
  readonly at: string
  readonly viewport: typeof WIDE
  /** A text that stands in the page when it is complete. */
  readonly text: string
}

/** Returns what is shown: a chat with sources, compared answers, the workbench of a data source, and a phone. */
async function pathsOf(baseUrl: string): Promise<readonly Picture[]> {
  const body = { userName: ANNA.email, userPassword: ANNA.password }
  const { data, meta } = await createClient({ baseUrl }).call(contract.auth.authenticate, { body })
  const client = createClient({ baseUrl, token: () => data.access_token })
  // The offer of the tour would cover a part of the navigation.
  await client.call(contract.settings.setByName, {
    params: { id: meta.userId },
    body: { settingName: 'showInitialTour', settingValue: 'true' },
  })
  const { Projects } = (await client.call(contract.projects.list, { params: { id: meta.userId } })).data
  const projectOf = (name: string) => {
    const found = Projects.find((project) => project.name.startsWith(name))
    if (!found) throw new Error(`The demo has no project ${name}`)
    return found.id
  }
  const lighting = projectOf('Street')
  const { Projecttabs } = (await client.call(contract.tabs.list, { params: { id: lighting } })).data
  const tab = Projecttabs.find(({ name }) => name === 'Llama')?.id ?? 0
  const { Queries } = (await client.call(contract.queries.list, { params: { id: tab } })).data
  const compared = Queries.find(({ compareId }) => compareId !== null)?.compareId ?? ''
  const { datasources } = (await client.call(contract.datasources.list)).data
  const source = datasources.find(({ name }) => name === 'Business trips')?.id ?? 0
  const chat = `/projects/${projectOf('Hotel')}`
  return [
    { name: 'chat', at: chat, viewport: WIDE, text: 'together' },
    {
      name: 'compare',
      at: `/projects/${lighting}?compare=${compared}`,
      viewport: WIDE,
      text: 'Before the award',
    },
    {
      name: 'workbench',
      at: `/datasources/${source}?view=test&q=${encodeURIComponent('What is refunded for a hotel?')}`,
      viewport: WIDE,
      text: 'passages',
    },
    { name: 'phone', at: chat, viewport: PHONE, text: 'together' },
  ]
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('User name or e-mail').fill(ANNA.email)
  await page.getByLabel('Password', { exact: true }).fill(ANNA.password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
}
