// The demo of `npm start -- --demo`: it fills itself once, its models answer what they know, and it starts again.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, type Page } from '@playwright/test'

const root = path.join(import.meta.dirname, '..')
const READY = /^Sign in at (\S+) as (\S+) with the password (\S+)$/m

interface Demo {
  child: ChildProcess
  output(): string
  address: string
  email: string
  password: string
}

const BUILT = [path.join(root, 'apps/server/dist/start.js')]
/** As `npm run dev` starts it. */
const WATCHED = ['--watch', '--watch-preserve-output', path.join(root, 'apps/server/src/main.ts')]

async function startDemo(dataDir: string, program = BUILT): Promise<Demo> {
  const command = [path.join(root, 'demo/main.ts'), ...program]
  const child = spawn(process.execPath, command, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: '0', POLYLOGUE_DATA_DIR: dataDir },
  })
  let output = ''
  const found = await new Promise<RegExpExecArray>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The demo ended with ${code}:\n${output}`)))
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const match = READY.exec(output)
        if (match) resolve(match)
      })
  })
  const [, address = '', email = '', password = ''] = found
  return { child, output: () => output, address, email, password }
}

async function stop({ child }: Demo): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
}

test('the demo shows chats with sources and answers what its models know', async ({ browser }) => {
  // The start creates a database and fills it.
  test.setTimeout(300_000)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'demo-'))
  const demo = await startDemo(dataDir)
  const page = await (await browser.newContext({ baseURL: demo.address })).newPage()
  await page.goto('/sign-in')
  await page.getByLabel('User name or e-mail').fill(demo.email)
  await page.getByLabel('Password', { exact: true }).fill(demo.password)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Hotel costs on business trips' }).click()
  await expect(page.getByText('314 €')).toBeVisible()
  await expect(page.getByRole('button', { name: /Travel and expenses policy/ }).first()).toBeVisible()

  const field = page.getByRole('textbox', { name: /^Message/ })
  await field.fill('Who wrote Faust?')
  await field.press('Enter')
  await expect(page.getByText('This is a scripted model of the demo')).toBeVisible()
  await tourShowsFilledPages(page)
  await page.context().close()
  await stop(demo)
  await rm(dataDir, { recursive: true, force: true })
})

/** Walks the tour from the dashboard: its pages show what the demo has, also the project that it leads to. */
async function tourShowsFilledPages(page: Page): Promise<void> {
  await page.goto('/?dialog=tour')
  const shown: Readonly<Record<number, string>> = {
    1: 'Hotel costs on business trips',
    4: 'Street lighting 2027',
    5: 'Letters',
    6: 'Compare the three bids for lot 1',
  }
  for (let step = 1; step <= 8; step++) {
    await expect(page.getByRole('dialog')).toContainText(`${step}/8`)
    // The page behind the tour is inert, so it has no roles.
    await expect(page.locator('main')).toContainText(shown[step] ?? '')
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('dialog')).toBeHidden()
}

test('the demo fills itself from the sources, too, while they are watched, and once @full', async () => {
  test.setTimeout(300_000)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'demo-'))
  const demo = await startDemo(dataDir, WATCHED)
  expect(demo.output()).toContain('Filling the demo')
  await stop(demo)
  const again = await startDemo(dataDir)
  expect(again.output()).not.toContain('Filling the demo')
  await stop(again)
  await rm(dataDir, { recursive: true, force: true })
})
