import type { Element, ElementContent, RootContent } from 'hast'
import { Fragment, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../icon-button.tsx'
import { scrollBox } from '../scroll-box.ts'
import { copyText } from './copy-text.ts'
import { languageName } from './language-name.ts'
import css from './markdown.module.css'
import { highlightPart } from './parts.ts'
import { useLazyPart } from './lazy-part.ts'
import { CARET, classesOf, textOf } from './tree.ts'

/** Longer code stays in one colour: colouring it would hold up the page. */
const COLOURED_LIMIT = 40_000

/** A block of code with its language, wrap and copy. */
export function CodeBlock({ node }: { node: Element }) {
  const { t } = useTranslation('markdown')
  const [wrapped, setWrapped] = useState(false)
  const code = textOf(node).replace(/[\r\n]+$/, '')
  const language = languageOf(node)
  const shown = languageName(language) ?? t('code')
  return (
    <div className={css.code}>
      <div className={css.codeHead}>
        <span className="cut">{shown}</span>
        <span className="sp" />
        <IconButton
          icon="text-wrap"
          label={t('wrap')}
          aria-pressed={wrapped}
          onClick={() => setWrapped(!wrapped)}
        />
        <CopyCode code={code} />
      </div>
      <pre {...scrollBox(t('codeIn', { language: shown }))} className={wrapped ? css.wrapped : undefined}>
        <Coloured language={language} code={code} />
        {node.properties[CARET] === true && <span className="pl-caret" />}
      </pre>
    </div>
  )
}

function CopyCode({ code }: { code: string }) {
  const { t } = useTranslation('markdown')
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (!(await copyText(code))) return
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  return (
    <>
      <IconButton icon={copied ? 'check' : 'copy'} label={t('copyCode')} onClick={() => void copy()} />
      <span className="sr" role="status">
        {copied ? t('copied') : ''}
      </span>
    </>
  )
}

function Coloured({ language, code }: { language: string; code: string }) {
  const highlight = useLazyPart(highlightPart, language !== '' && code.length <= COLOURED_LIMIT)
  const tree = highlight?.(language, code)
  return <code>{tree ? tree.children.map(spans) : code}</code>
}

// The highlighter makes spans with classes and text, nothing else.
function spans(node: RootContent | ElementContent, index: number): ReactNode {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return null
  const kind = classesOf(node)
    .map((name) => KINDS[name.replace(/^hljs-/, '')])
    .find((known) => known !== undefined)
  const children = node.children.map(spans)
  return kind ? (
    <span key={index} className={css[kind]}>
      {children}
    </span>
  ) : (
    <Fragment key={index}>{children}</Fragment>
  )
}

/** highlight.js knows dozens of kinds; five colours are enough to read by. */
const KINDS: Readonly<Record<string, string>> = {
  keyword: 'synKey',
  literal: 'synKey',
  type: 'synKey',
  tag: 'synKey',
  name: 'synKey',
  'selector-tag': 'synKey',
  meta: 'synCom',
  string: 'synStr',
  regexp: 'synStr',
  addition: 'synStr',
  symbol: 'synStr',
  'template-tag': 'synKey',
  char: 'synStr',
  number: 'synNum',
  deletion: 'synNum',
  variable: 'synNum',
  'template-variable': 'synNum',
  title: 'synFn',
  built_in: 'synFn',
  attr: 'synFn',
  attribute: 'synFn',
  section: 'synFn',
  property: 'synFn',
  'selector-class': 'synFn',
  'selector-id': 'synFn',
  comment: 'synCom',
  quote: 'synCom',
  doctag: 'synCom',
}

function languageOf(node: Element): string {
  const code = node.children.find((child) => child.type === 'element')
  const name = code && classesOf(code).find((each) => each.startsWith('language-'))
  return name?.slice('language-'.length).toLowerCase() ?? ''
}
