// Parses mails as programs exchange them.
import type { Email } from 'postal-mime'
import type { Decode } from '../../encodings/encodings.ts'
import { withReadableHead } from './head.ts'
import type { Parse } from './message.ts'
import { partsOf, type MimePart } from './parts.ts'

/** Loads the parser. */
export async function loadMime(decode: Decode): Promise<Parse> {
  const { default: Parser } = await import('postal-mime')
  return async (bytes) => {
    const parser = new Parser({ maxNestingDepth: 50, forceRfc822Attachments: true })
    const email = await parser.parse(withReadableHead(bytes, decode))
    const { root } = parser as unknown as { root: MimePart }
    return { subject: email.subject ?? '', people: peopleOf(email), ...partsOf(root, decode) }
  }
}

function peopleOf({ from, to, cc, date }: Email): string[] {
  const names = (list: readonly { name?: string; address?: string | undefined }[]) =>
    list.map(({ name, address }) => [name, address && `<${address}>`].filter(Boolean).join(' ')).join(', ')
  return [from && names([from]), to && names(to), cc && `Cc: ${names(cc)}`, date].filter(
    (line) => !!line,
  ) as string[]
}
