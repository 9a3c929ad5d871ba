// Parses mails as programs exchange them.
import type { Email } from 'postal-mime'
import type { Decode } from '../../encodings/encodings.ts'
import { withReadableHead } from './head.ts'
import type { Parse } from './message.ts'
import { partsOf, SMIME, type MimePart } from './parts.ts'
import { isMailPart, signedContent } from './signed.ts'

/** Signatures within each other. */
const MAX_SIGNED = 5

/** Loads the parser. */
export async function loadMime(decode: Decode): Promise<Parse> {
  const { default: Parser } = await import('postal-mime')
  const parse = async (bytes: Uint8Array, depth = 0) => {
    const parser = new Parser({ maxNestingDepth: 50, forceRfc822Attachments: true })
    const email = await parser.parse(withReadableHead(bytes, decode))
    const { root } = parser as unknown as { root: MimePart }
    const signed = new Map<MimePart, MimePart>()
    for (const part of depth < MAX_SIGNED ? sealedParts(root) : []) {
      const content = signedContent(new Uint8Array(part.content ?? []))
      if (!content || !isMailPart(content)) continue
      const inner = await parse(content, depth + 1)
      signed.set(part, inner.root)
      for (const [one, other] of inner.signed) signed.set(one, other)
    }
    return { email, root, signed }
  }
  return async (bytes) => {
    const { email, root, signed } = await parse(bytes)
    return { subject: email.subject ?? '', people: peopleOf(email), ...partsOf(root, decode, signed) }
  }
}

const sealedParts = (part: MimePart): MimePart[] =>
  SMIME.test(part.contentType.parsed.value) ? [part] : part.childNodes.flatMap(sealedParts)

function peopleOf({ from, to, cc, date }: Email): string[] {
  const names = (list: readonly { name?: string; address?: string | undefined }[]) =>
    list.map(({ name, address }) => [name, address && `<${address}>`].filter(Boolean).join(' ')).join(', ')
  return [from && names([from]), to && names(to), cc && `Cc: ${names(cc)}`, date].filter(
    (line) => !!line,
  ) as string[]
}
