// The mail server in the configuration: a wrong value is one sentence that names the key (MAIL-1).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { senderOf } from './config-mail.ts'
import { readConfig } from './config.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'polylogue-mail-'))))
afterAll(() => rmSync(folder, { recursive: true }))

const mail = { host: 'smtp.example.org', from: 'Chat <chat@example.org>' }
const publicUrl = 'https://chat.example.org/'

function read(file: unknown, environment: Record<string, string> = {}) {
  const path = join(folder, 'config.json')
  writeFileSync(path, JSON.stringify(file))
  return readConfig({ POLYLOGUE_CONFIG: path, ...environment }, '1.0.0')
}

test('it has defaults, and the password comes from the environment', () => {
  const password = { POLYLOGUE_SMTP_PASSWORD: 'sesame' }
  const { file, origin } = read({ publicUrl, mail: { ...mail, user: 'chat' } }, password)
  expect(file).toMatchObject({
    publicUrl: 'https://chat.example.org',
    mail: { secure: false, starttls: 'required', password: 'sesame', timeoutSeconds: 30, digestHour: 7 },
  })
  expect(origin?.variables).toEqual({ 'mail.password': 'POLYLOGUE_SMTP_PASSWORD' })
  expect(senderOf(mail.from)).toEqual({ name: 'Chat', address: 'chat@example.org' })
  expect(senderOf('a@b.org')).toEqual({ name: '', address: 'a@b.org' })
  expect(read({}).file.mail).toBeUndefined()
})

test.each([
  [{ mail }, {}, '“publicUrl” is not valid: must be set'],
  [{ publicUrl, mail: { from: mail.from } }, {}, '“mail.host” is not valid'],
  [
    { publicUrl, mail: { ...mail, host: 'smtp.example.org:25' } },
    {},
    '“mail.host” is not valid: must be a host',
  ],
  [{ publicUrl, mail: { ...mail, from: 'Chat' } }, {}, '“mail.from” is not valid: must be an e-mail address'],
  [
    { publicUrl, mail: { ...mail, from: 'a@b.org\r\nBcc: <c@d.org>' } },
    {},
    '“mail.from” is not valid: must be one line',
  ],
  [{ publicUrl, mail: { ...mail, port: 0 } }, {}, '“mail.port” is not valid'],
  [{ publicUrl, mail: { ...mail, digestHour: 24 } }, {}, '“mail.digestHour” is not valid'],
  [{ publicUrl, mail: { ...mail, starttls: 'maybe' } }, {}, '“mail.starttls” is not valid'],
  [{ publicUrl, mail: { ...mail, tls: true } }, {}, '“mail.tls” is not a known key'],
  [{ publicUrl, mail: { ...mail, user: 'chat' } }, {}, '“mail.user” has no password'],
  [{ publicUrl, mail: { ...mail, password: 'x' } }, {}, 'no “mail.user”'],
  [{}, { POLYLOGUE_SMTP_PASSWORD: 'sesame' }, 'no “mail”'],
])('%j is refused', (file, environment, sentence) => {
  expect(() => read(file, environment)).toThrow(sentence)
  expect(() => read(file, environment)).not.toThrow('sesame')
})
