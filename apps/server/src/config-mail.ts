// The mail server of the configuration (MAIL-1).
import { isIP } from 'node:net'
import { z } from 'zod'

/** An address that fits into a header and an envelope without encoding. */
const ADDRESS = /^[^\s@<>"(),:;\\]+@[^\s@<>"(),:;\\]+$/
const HOST = /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i
/** No control characters: a line break would be another header. */
const LINE = /^[^\p{Cc}\u2028\u2029]*$/u

const host = z
  .string()
  .max(253)
  .refine((name) => isIP(name) > 0 || HOST.test(name), 'must be a host name or an IP address, without a port')

/** `noreply@example.org`, or `Polylogue <noreply@example.org>`. */
const from = z
  .string()
  .trim()
  .max(320)
  .regex(LINE, 'must be one line')
  .refine(
    (text) => ADDRESS.test(senderOf(text).address),
    'must be an e-mail address, or a name with one: “Chat <chat@example.org>”',
  )

export const mailSchema = z.strictObject({
  host,
  /** Default: 465 with `secure`, else 587. */
  port: z.number().int().min(1).max(65_535).optional(),
  /** Whether the connection is encrypted from its first byte. */
  secure: z.boolean().default(false),
  /** `required`: nothing is sent without encryption. `off` is for servers of one’s own network. */
  starttls: z.enum(['required', 'optional', 'off']).default('required'),
  user: z.string().min(1).max(320).regex(LINE, 'must be one line').optional(),
  /** Prefer POLYLOGUE_SMTP_PASSWORD. */
  password: z.string().min(1).max(1_000).regex(LINE, 'must be one line').optional(),
  from,
  /** Seconds for connecting, for signing in, and for each e-mail. */
  timeoutSeconds: z.number().int().min(1).max(300).default(30),
  /** The hour of the daily e-mail by the server’s clock. */
  digestHour: z.number().int().min(0).max(23).default(7),
})

export type MailConfig = z.infer<typeof mailSchema>

/** Returns the name and the address of a sender. */
export function senderOf(from: string): { name: string; address: string } {
  const open = from.endsWith('>') ? from.lastIndexOf('<') : -1
  if (open === -1) return { name: '', address: from }
  return { name: from.slice(0, open).trim().replaceAll('"', ''), address: from.slice(open + 1, -1) }
}
