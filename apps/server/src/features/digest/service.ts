import type { Person } from '#access/index.ts'
import type { Secrets } from '#platform/secrets.ts'
import { readable } from '#platform/secrets.ts'
import { MailError } from '#platform/mail/mail-error.ts'
import { openLine } from '#platform/mail/line.ts'
import { Problem } from '#problem.ts'
import type { SettingsService } from '#features/settings/index.ts'
import { testMail } from './compose.ts'
import { offPage } from './page.ts'
import type { SendingDeps } from './sending.ts'
import * as store from './store.ts'
import { wordsOf } from './words.ts'

export interface DigestService {
  /** Returns the page of a link, which asks. */
  ask(token: string): Promise<string>
  /** Turns off the e-mail of the person of a link; returns the page that says so. */
  turnOff(token: string): Promise<string>
  /** Sends a test e-mail to the viewer. @throws Problem MAIL_FAILED with the server's reason */
  test(viewer: Person): Promise<{ to: string }>
}

export interface DigestServiceDeps extends Omit<SendingDeps, 'offOf'> {
  readonly secrets: Secrets
  readonly settings: Pick<SettingsService, 'keep'>
  readonly ending: AbortSignal
}

/** Begins every token, so that no other encrypted value is one. */
const PURPOSE = 'digest off '

/** Returns the address that turns off the daily e-mail of a person, and does nothing else. */
export const offAddress = (secrets: Secrets, publicUrl: string, uuid: string): string =>
  `${publicUrl}/api/v1/digest/off?token=${encodeURIComponent(secrets.encrypt(PURPOSE + uuid))}`

export function digestService(deps: DigestServiceDeps): DigestService {
  const { db, secrets, settings, server, place, language, ending, clock } = deps
  const personOf = async (token: string) => {
    const text = readable(secrets, token)
    return text?.startsWith(PURPOSE)
      ? await store.personOf(db.orm, { uuid: text.slice(PURPOSE.length) })
      : undefined
  }
  const pageOf = (person: { language: string } | undefined, state: 'ask' | 'done') =>
    offPage(wordsOf(person?.language ?? '', language()), person ? state : 'invalid', place.appName)
  return {
    ask: async (token) => pageOf(await personOf(token), 'ask'),
    async turnOff(token) {
      const person = await personOf(token)
      if (person) await settings.keep(db.orm, person.userId, 'mailDigest', 'false')
      return pageOf(person, 'done')
    },
    async test(viewer) {
      if (!viewer.permissions.has('can_view_system')) throw new Problem('PERMISSION_DENIED')
      const person = await store.personOf(db.orm, { userId: viewer.userId })
      const to = person?.email ?? ''
      const words = wordsOf(person?.language ?? '', language())
      const id = `<test-${clock.now().getTime()}-${viewer.userId}@${server.from.address.split('@')[1]}>`
      try {
        const line = await openLine(server, ending)
        try {
          await line.send({ ...testMail(words, place), to, id, language: words.language })
        } finally {
          line.close()
        }
      } catch (error) {
        if (error instanceof MailError) throw new Problem('MAIL_FAILED', { reason: error.message })
        throw error
      }
      return { to }
    },
  }
}
