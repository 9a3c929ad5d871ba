// Takes the pictures of the README and of the help from the running demo: `npm run pictures` (needs Chromium).
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Browser, type Locator, type Page } from '@playwright/test'
import { createClient, type Client } from '@polylogue/client'
import { contract } from '@polylogue/contract'
import { BROWSER_FLAGS, findChromium } from './chromium.ts'
import { shrink } from './every-page/shrink.ts'
import { ANNA } from '../demo/account.ts'

const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
/** Of the help: apps/web/src/features/help/topic-picture.tsx says how large they are shown. */
const HELP = { width: 1200, height: 750 }
const readmeFolder = path.join(import.meta.dirname, '../docs/pictures')
const helpFolder = path.join(import.meta.dirname, '../apps/server/static/pictures')

const dataDir = mkdtempSync(path.join(tmpdir(), 'demo-'))
const demo = spawn(process.execPath, [path.join(import.meta.dirname, '../scripts/start.mjs'), '--demo'], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, PORT: '0', POLYLOGUE_DATA_DIR: dataDir },
})
try {
  const address = await readyAddress()
  const { readme, help } = await picturesOf(address)
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: [...BROWSER_FLAGS],
    ...(executablePath ? { executablePath } : {}),
  })
  for (const folder of [readmeFolder, helpFolder]) mkdirSync(folder, { recursive: true })
  for (const theme of ['light', 'dark'] as const) {
    await take(browser, { baseURL: address, theme, language: 'en' }, readme, (name) =>
      path.join(readmeFolder, `${name}-${theme}.png`),
    )
    for (const language of ['en', 'de', 'bg'])
      await take(browser, { baseURL: address, theme, language }, help, (name) =>
        path.join(helpFolder, `${name}-${language}-${theme}.png`),
      )
  }
  await browser.close()
} finally {
  demo.kill('SIGTERM')
  await new Promise((resolve) => demo.once('exit', resolve))
  rmSync(dataDir, { recursive: true, force: true })
}

interface Look {
  readonly baseURL: string
  readonly theme: 'light' | 'dark'
  readonly language: string
}

/** Takes pictures as somebody sees them who has chosen a theme and a language. */
async function take(
  browser: Browser,
  { baseURL, theme, language }: Look,
  pictures: readonly Picture[],
  fileOf: (name: string) => string,
): Promise<void> {
  const context = await browser.newContext({ baseURL, colorScheme: theme, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await signIn(page)
  await page.evaluate(
    (chosen) => {
      for (const [name, value] of Object.entries(chosen)) localStorage.setItem(`polylogue.${name}`, value)
    },
    { theme, language },
  )
  for (const { name, at, viewport, ready } of pictures) {
    await page.setViewportSize(viewport)
    await page.goto(at)
    await (typeof ready === 'string' ? page.getByText(ready) : ready(page)).first().waitFor()
    await page.locator('#start-up').waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
    const file = fileOf(name)
    await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' })
    shrink(file)
  }
  await context.close()
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
  /** What stands in the page when it is complete: a text of the demo, or a part. */
  readonly ready: string | ((page: Page) => Locator)
}

/**
 * Returns what is shown: in the README a chat with sources, compared answers, the workbench of a data source, and a phone; in the
 * help the pages that its topics are about.
 */
async function picturesOf(baseUrl: string): Promise<{ readme: Picture[]; help: Picture[] }> {
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
  const comparison = `/projects/${lighting}?compare=${compared}`
  const workbench = `/datasources/${source}?view=test&q=${encodeURIComponent('What is refunded for a hotel?')}`
  const readme: Picture[] = [
    { name: 'chat', at: chat, viewport: WIDE, ready: 'together' },
    { name: 'compare', at: comparison, viewport: WIDE, ready: 'Before the award' },
    { name: 'workbench', at: workbench, viewport: WIDE, ready: (page) => page.locator('mark') },
    { name: 'phone', at: chat, viewport: PHONE, ready: 'together' },
  ]
  const inMain = (page: Page) => page.getByRole('main').locator('li, tr')
  const helpPage = (name: string, at: string, ready: Picture['ready'] = inMain): Picture => ({
    name,
    at,
    viewport: HELP,
    ready,
  })
  const chatbot = await chatbotOf(client, tab)
  const help = [
    helpPage('chat', chat, 'together'),
    helpPage('compare', comparison, 'Before the award'),
    helpPage('data-sources', '/datasources', 'Business trips'),
    helpPage('workbench', workbench, (page) => page.locator('mark')),
    helpPage('prompts', '/prompts'),
    helpPage('golden-sets', '/goldensets'),
    helpPage('custom-instructions', '/custinsts'),
    helpPage('chatbot-editor', `/users/me/chatbots?dialog=edit-chatbot&chatbot=${chatbot}`, (page) =>
      page.frameLocator('iframe').getByRole('textbox'),
    ),
    helpPage('plugins', '/plugins'),
    helpPage('users', '/users', 'Okafor'),
    helpPage('models', '/admin/models-crud'),
  ]
  return { readme, help }
}

/** Makes the chatbot that the help shows; returns its id. */
async function chatbotOf(client: Client, refProjectTabId: number): Promise<number> {
  const widget = { title: 'Lindenau', firstQuestions: ['When is the town hall open?'] }
  const body = { name: 'Citizens ask', description: 'On the web site of the town', refProjectTabId, widget }
  return (await client.call(contract.chatbots.create, { body })).data.ChatBot.id
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('User name or e-mail').fill(ANNA.email)
  await page.getByLabel('Password', { exact: true }).fill(ANNA.password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
}
