import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openSecrets, SecretsError } from './secrets.ts'

const folders: string[] = []
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'polylogue-secrets-'))
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const TEXT = 'sk-ein Schlüssel 🔑'

describe('an encrypted value', () => {
  test('can be decrypted, and differs each time it is encrypted', () => {
    const secrets = openSecrets({ secret: 'a configured secret', dataDir: newFolder() })
    const values = [secrets.encrypt(TEXT), secrets.encrypt(TEXT)]
    expect(values.map(secrets.decrypt)).toEqual([TEXT, TEXT])
    expect(values[0]).not.toBe(values[1])
    expect(values[0]).toMatch(/^v1:[\w-]+$/)
    expect(secrets.decrypt(secrets.encrypt(''))).toBe('')
  })

  test('can be decrypted after a restart with the same secret only', () => {
    const dataDir = newFolder()
    const value = openSecrets({ secret: 'a configured secret', dataDir }).encrypt(TEXT)
    expect(openSecrets({ secret: 'a configured secret', dataDir }).decrypt(value)).toBe(TEXT)
    for (const other of [openSecrets({ secret: 'another one here', dataDir }), openSecrets({ dataDir })])
      expect(() => other.decrypt(value)).toThrow(
        /cannot be read with this key\. Start with the POLYLOGUE_SECRET/,
      )
  })

  test('is refused when a bit has changed or its format is unknown', () => {
    const secrets = openSecrets({ secret: 'a configured secret', dataDir: newFolder() })
    const sealed = Buffer.from(secrets.encrypt(TEXT).slice(3), 'base64url')
    for (const at of [0, 13, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1
      expect(() => secrets.decrypt(`v1:${changed.toString('base64url')}`)).toThrow(SecretsError)
    }
    for (const value of ['', 'v1:', 'v1:AAAA', `v2:${sealed.toString('base64url')}`, TEXT])
      expect(() => secrets.decrypt(value)).toThrow(SecretsError)
  })
})

describe('the key file', () => {
  test('is created once, readable by its owner only, and not when a secret is configured', () => {
    const dataDir = newFolder()
    openSecrets({ secret: 'a configured secret', dataDir })
    expect(readdirSync(dataDir)).toEqual([])
    const value = openSecrets({ dataDir }).encrypt(TEXT)
    expect(readdirSync(dataDir)).toEqual(['secret.key'])
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(dataDir, 'secret.key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
    expect(openSecrets({ dataDir }).decrypt(value)).toBe(TEXT)
  })

  test('that others can read gets restricted permissions', () => {
    const dataDir = newFolder()
    openSecrets({ dataDir })
    chmodSync(join(dataDir, 'secret.key'), 0o644)
    openSecrets({ dataDir })
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
  })

  test('that is damaged is reported and left unchanged', () => {
    const dataDir = newFolder()
    const path = join(dataDir, 'secret.key')
    for (const damage of ['', 'ab12', 'z'.repeat(64)]) {
      writeFileSync(path, damage)
      expect(() => openSecrets({ dataDir })).toThrow(`The key file ${path} is damaged.`)
      expect(readFileSync(path, 'utf8')).toBe(damage)
    }
  })

  test('that cannot be created prevents the start with a clear message', () => {
    const file = join(newFolder(), 'a-file')
    writeFileSync(file, '')
    expect(() => openSecrets({ dataDir: join(file, 'data') })).toThrow(
      /^The key file .* cannot be read or made: /,
    )
  })

  test('is the same for processes that start at the same time for the first time', async () => {
    const dataDir = newFolder()
    const start = Date.now() + 800
    const values = await Promise.all(Array.from({ length: 4 }, () => encryptedBy(dataDir, start)))
    const secrets = openSecrets({ dataDir })
    expect(values.map((value) => secrets.decrypt(value))).toEqual([TEXT, TEXT, TEXT, TEXT])
    expect(readdirSync(dataDir)).toEqual(['secret.key'])
  })
})

/** Encrypts the text in a new process that opens its secrets at a given time. */
async function encryptedBy(dataDir: string, at: number): Promise<string> {
  const script = `import { openSecrets } from ${JSON.stringify(join(import.meta.dirname, 'secrets.ts'))}
    while (Date.now() < ${at}) {}
    process.stdout.write(openSecrets({ dataDir: ${JSON.stringify(dataDir)} }).encrypt(${JSON.stringify(TEXT)}))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (piece: Buffer) => (text += piece.toString()))
  const [code] = (await once(child, 'close')) as [number]
  expect(code).toBe(0)
  return text
}

test('tokens are long and random, and their digest is SHA-256', () => {
  const { randomToken, digest } = openSecrets({ secret: 'a configured secret', dataDir: newFolder() })
  const tokens = Array.from({ length: 1_000 }, () => randomToken())
  expect(new Set(tokens).size).toBe(1_000)
  expect(tokens[0]).toMatch(/^[\w-]{43}$/)
  expect(randomToken(16)).toHaveLength(22)
  expect(digest('abc').toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})
