// Writes the e-mails: plain text and HTML, without pictures and without anything that is loaded. Pure.
import type { Notification } from '@polylogue/contract'
import { escaped, oneLine, safe } from './safe.ts'
import { filled, type MailTexts } from './words.ts'

export interface Place {
  readonly appName: string
  /** The address under which people open this installation. */
  readonly publicUrl: string
}

export interface Written {
  readonly subject: string
  readonly text: string
  readonly html: string
}

interface Row {
  readonly title: string
  readonly detail: string
  /** Absolute; undefined if it leads nowhere. */
  readonly url: string | undefined
}

interface Digest {
  readonly firstName: string
  readonly notifications: readonly Notification[]
  /** Of all, also those that are not listed. */
  readonly count: number
  /** The address that turns the e-mail off. */
  readonly off: string
}

/** Returns the daily e-mail. */
export function digestMail(words: MailTexts, { appName, publicUrl }: Place, digest: Digest): Written {
  const { texts, count } = words
  const app = oneLine(appName, 60)
  const rows = digest.notifications.map((one): Row => ({ ...words.about(one), url: urlOf(one, publicUrl) }))
  const hidden = digest.count - rows.length
  const parts = {
    hello: filled(texts.hello, { name: safe(digest.firstName, 60) }),
    lead: texts.lead,
    more: hidden > 0 ? count({ one: texts.more_one, other: texts.more_other }, hidden) : undefined,
    links: [
      [texts.toAll, `${publicUrl}/notifications`],
      [texts.settings, `${publicUrl}/notifications?dialog=notification-settings`],
      [texts.off, digest.off],
    ] as const,
    why: filled(texts.why, { app }),
  }
  return {
    subject: count({ one: texts.subject_one, other: texts.subject_other }, digest.count, { app }),
    text: textOf(rows, parts),
    html: htmlOf(words.language, rows, parts),
  }
}

/** Returns an e-mail that only says that it arrived. */
export function testMail({ texts, language }: MailTexts, { appName }: Place): Written {
  const app = oneLine(appName, 60)
  const text = filled(texts.test.text, { app })
  return {
    subject: filled(texts.test.subject, { app }),
    text: `${text}\n`,
    html: documentOf(language, `<p>${escaped(text)}</p>`),
  }
}

function urlOf({ notificationAsJson }: Notification, publicUrl: string): string | undefined {
  const { uri } = JSON.parse(notificationAsJson) as { uri: string | null }
  return uri === null ? undefined : `${publicUrl}${uri}`
}

interface Parts {
  readonly hello: string
  readonly lead: string
  readonly more: string | undefined
  readonly why: string
  readonly links: readonly (readonly [name: string, url: string])[]
}

function textOf(rows: readonly Row[], { hello, lead, more, why, links }: Parts): string {
  const entries = rows.map(({ title, detail, url }) =>
    [`- ${title}`, ...[detail, url].filter(Boolean).map((line) => `  ${line}`)].join('\n'),
  )
  const foot = [why, ...links.map(([name, url]) => `${name}: ${url}`)].join('\n')
  return `${[hello, lead, entries.join('\n\n'), ...(more ? [more] : []), foot].join('\n\n')}\n`
}

const QUIET = 'color:#5b6470'

function htmlOf(language: string, rows: readonly Row[], { hello, lead, more, why, links }: Parts): string {
  const entries = rows.map(({ title, detail, url }) => {
    const name = `<bdi>${escaped(title)}</bdi>`
    const shown = url ? `<a href="${escaped(url)}">${name}</a>` : `<b>${name}</b>`
    const more = detail ? `<br><span style="${QUIET}"><bdi>${escaped(detail)}</bdi></span>` : ''
    return `<li style="margin:0 0 10px">${shown}${more}</li>`
  })
  const foot = links.map(([name, url]) => `<a href="${escaped(url)}">${escaped(name)}</a>`).join(' · ')
  return documentOf(
    language,
    `<p>${escaped(hello)}</p><p>${escaped(lead)}</p><ul style="padding-left:20px">${entries.join('')}</ul>` +
      `${more ? `<p>${escaped(more)}</p>` : ''}<p style="${QUIET};font-size:13px">${escaped(why)}<br>${foot}</p>`,
  )
}

const documentOf = (language: string, body: string): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"></head>` +
  `<body style="font-family:sans-serif;font-size:15px;line-height:1.45;max-width:640px">${body}</body></html>`
