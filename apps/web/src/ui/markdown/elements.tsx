// Maps the elements of an answer to components: a text can only create elements listed here.
import type { Element } from 'hast'
import { createContext, use, type ComponentProps, type ReactNode } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Icon } from '../icon.tsx'
import { CodeBlock } from './code-block.tsx'
import { misleads, safeLink, safePicture } from './links.ts'
import css from './markdown.module.css'
import { TableBox } from './table-box.tsx'
import type { Components } from './to-react.ts'
import { CITATION, textOf } from './tree.ts'

/** Opens a citation; without a handler the number is plain text. */
export const CitationContext = createContext<((number: number) => void) | undefined>(undefined)

/** Prefix of this text's footnote ids: only links to those may target the page. */
export const FootnoteContext = createContext('')

type Props<T extends keyof React.JSX.IntrinsicElements> = ComponentProps<T> & { node?: Element | undefined }

function Link({ node, href, children }: Props<'a'>) {
  const footnotes = use(FootnoteContext)
  if (href?.startsWith(`#${footnotes}`) && footnotes !== '')
    return (
      <FootnoteLink node={node} href={href}>
        {children}
      </FootnoteLink>
    )
  const link = href ? safeLink(href) : undefined
  if (!link) return <span>{children}</span>
  const odd = node !== undefined && misleads(textOf(node), link.host)
  return (
    <a
      href={link.href}
      title={link.host || undefined}
      target="_blank"
      rel="noopener noreferrer"
      className={css.link}
    >
      {children}
      {odd && <span className={css.host}> ({link.host})</span>}
    </a>
  )
}

/** Scrolls within the page without a history entry. */
function FootnoteLink({
  node,
  href,
  children,
}: {
  node: Element | undefined
  href: string
  children: ReactNode
}) {
  const back = node?.properties['dataFootnoteBackref'] !== undefined
  const label = node?.properties['ariaLabel']
  return (
    <a
      id={typeof node?.properties['id'] === 'string' ? node.properties['id'] : undefined}
      href={href}
      aria-label={typeof label === 'string' ? label : undefined}
      className={back ? css.link : css.cite}
      onClick={(event) => {
        event.preventDefault()
        const target = document.getElementById(decodeURIComponent(href.slice(1)))
        target?.scrollIntoView({ block: 'nearest' })
        target?.focus()
      }}
    >
      {children}
    </a>
  )
}

/** A picture of another host becomes a link that names the host, so that reading an answer sends no request. */
function Picture({ src, alt = '' }: Props<'img'>) {
  const { t } = useTranslation('markdown')
  const address = typeof src === 'string' ? src : ''
  const shown = safePicture(address)
  if (shown)
    return <img src={shown} alt={alt} loading="lazy" referrerPolicy="no-referrer" className={css.picture} />
  const link = safeLink(address)
  if (!link || link.href.startsWith('mailto:')) return <span>{alt}</span>
  return (
    <a href={link.href} title={link.host} target="_blank" rel="noopener noreferrer" className={css.remote}>
      <Icon name="photo" />
      {alt ? t('remotePicture', { alt, host: link.host }) : t('remotePictureUnnamed', { host: link.host })}
    </a>
  )
}

const sideOf = (style: React.CSSProperties | undefined): string | undefined => {
  const side = style?.textAlign
  return side === 'right' ? css.right : side === 'center' ? css.centre : undefined
}

function HeadCell({ style, dir, children }: Props<'th'>) {
  return (
    <th scope="col" dir={dir} className={sideOf(style)} data-side={style?.textAlign}>
      {children}
    </th>
  )
}

function Cell({ style, dir, children }: Props<'td'>) {
  return (
    <td dir={dir} className={sideOf(style)} data-side={style?.textAlign}>
      {children}
    </td>
  )
}

/** A task list box of the model: an icon, not a control. */
function TaskMark({ checked }: Props<'input'>) {
  const { t } = useTranslation('markdown')
  return (
    <span
      className={css.task}
      data-done={checked || undefined}
      role="img"
      aria-label={checked ? t('done') : t('open')}
    >
      {checked && <Icon name="check" size={14} />}
    </span>
  )
}

function Citation({ value }: Props<'data'>) {
  const { t } = useTranslation('markdown')
  const open = use(CitationContext)
  const number = Number(value)
  if (!open) return <span className={css.cite}>{number}</span>
  return (
    <button
      type="button"
      className={css.cite}
      aria-label={t('source', { number })}
      onClick={() => open(number)}
    >
      {number}
    </button>
  )
}

export const elements: Components = {
  a: Link,
  img: Picture,
  table: TableBox,
  th: HeadCell,
  td: Cell,
  input: TaskMark,
  pre: ({ node }) => (node ? <CodeBlock node={node} /> : null),
  [CITATION]: Citation,
}
