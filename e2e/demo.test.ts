// The demo of `npm start -- --demo`: it fills itself once, its models answer what they know, and it starts again.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'

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
  await page.context().close()
  await stop(demo)
  await rm(dataDir, { recursive: true, force: true })
})

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
