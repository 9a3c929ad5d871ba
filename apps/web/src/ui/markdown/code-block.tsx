import type { Element, ElementContent, RootContent } from 'hast'
import {
  Fragment,
  memo,
  Suspense,
  use,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { lazyView } from '#lib/load-code.ts'
import { useTranslation } from '#lib/texts.ts'
import { Icon } from '../icon.tsx'
import { IconButton } from '../icon-button.tsx'
import { scrollBox } from '../scroll-box.ts'
import { createColouring } from './colouring.ts'
import { CopyButton } from './copy-button.tsx'
import { languageName } from './language-name.ts'
import css from './markdown.module.css'
import { PaperContext } from './paper.ts'
import { highlightPart } from './parts.ts'
import { useLazyPart } from '#lib/lazy-part.ts'
import { CARET, classesOf, textOf } from './tree.ts'

/** Longer code is not highlighted, because that would block the page. */
const COLOURED_LIMIT = 40_000

/** Whether diagrams can be drawn: the page of a share link has no dialogs to enlarge them in (decision 154). */
const DRAWS = import.meta.env.MODE !== 'share'

/** The diagram code loads when the first diagram is requested. */
const Diagram = DRAWS ? lazyView(async () => (await import('./diagram.tsx')).Diagram) : Fragment

/** A code block with its language, a wrap and a copy button; a complete diagram can be drawn. */
export function CodeBlock({ node }: { node: Element }) {
  const [drawn, setDrawn] = useState<'never' | 'now' | 'before'>('never')
  const [attempt, setAttempt] = useState(0)
  const paper = use(PaperContext)
  const code = textOf(node).replace(/(?<![\r\n])[\r\n]+$/, '')
  const language = languageOf(node)
  if (paper)
    return (
      <pre>
        <code>{code}</code>
      </pre>
    )
  const writing = node.properties[CARET] === true
  const draw = () => {
    setDrawn('now')
    setAttempt(attempt + 1)
  }
  const drawable = DRAWS && language === 'mermaid' && !writing && code.trim() !== ''
  const block = (
    <Code
      code={code}
      language={language}
      writing={writing}
      onDraw={drawable ? draw : undefined}
      back={drawn === 'before'}
    />
  )
  if (drawn !== 'now') return block
  return (
    <Suspense fallback={block}>
      <Diagram code={code} attempt={attempt} onClose={() => setDrawn('before')}>
        {block}
      </Diagram>
    </Suspense>
  )
}

interface CodeProps {
  code: string
  language: string
  /** The answer still streams into this block. */
  writing: boolean
  onDraw: (() => void) | undefined
  /** The user returned to the code from its diagram. */
  back: boolean
}

function Code({ code, language, writing, onDraw, back }: CodeProps) {
  const [wrapped, setWrapped] = useState(false)
  const newest = useRef(code)
  useLayoutEffect(() => {
    newest.current = code
  })
  const text = useCallback(() => newest.current, [])
  return (
    <div className={css.code}>
      <Head
        language={language}
        onDraw={onDraw}
        back={back}
        wrapped={wrapped}
        onWrap={setWrapped}
        text={text}
      />
      <Lines language={language} wrapped={wrapped}>
        <Coloured language={language} code={code} writing={writing} />
        {writing && <span className="pl-caret" />}
      </Lines>
    </div>
  )
}

interface HeadProps extends Pick<CodeProps, 'language' | 'onDraw' | 'back'> {
  wrapped: boolean
  onWrap: (wrapped: boolean) => void
  text: () => string
}

// Memoised: it does not change while the code streams.
const Head = memo(function Head({ language, onDraw, back, wrapped, onWrap, text }: HeadProps) {
  const { t } = useTranslation('markdown')
  return (
    <div className={css.codeHead} data-no-text>
      <span className="cut">{languageName(language) ?? t('code')}</span>
      <span className="sp" />
      {onDraw && (
        <button type="button" className={css.draw} autoFocus={back} onClick={onDraw}>
          <Icon name="schema" />
          {t('showDiagram')}
        </button>
      )}
      <IconButton
        icon="text-wrap"
        label={t('wrap')}
        aria-pressed={wrapped}
        onClick={() => onWrap(!wrapped)}
      />
      <CopyButton label={t('copyCode')} text={text} />
    </div>
  )
})

function Lines({ language, wrapped, children }: { language: string; wrapped: boolean; children: ReactNode }) {
  const { t } = useTranslation('markdown')
  const label = t('codeIn', { language: languageName(language) ?? t('code') })
  return (
    <pre {...scrollBox(label)} className={wrapped ? css.wrapped : undefined}>
      {children}
    </pre>
  )
}

function Coloured({ language, code, writing }: Pick<CodeProps, 'language' | 'code' | 'writing'>) {
  const highlight = useLazyPart(highlightPart, language !== '' && code.length <= COLOURED_LIMIT)
  const [colour] = useState(() => createColouring((tree) => tree.children.map(spans)))
  const { coloured, rest } = colour(highlight, language, code, writing)
  return (
    <code>
      {coloured}
      {rest}
    </code>
  )
}

// The highlighter only produces spans with classes and text.
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

/** highlight.js has dozens of token classes; they map to five colours. */
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
