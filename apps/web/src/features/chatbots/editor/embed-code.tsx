import type { ChatBot } from '@polylogue/contract'
import { useState, type ReactNode } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { copyText } from '#ui/markdown/copy-text.ts'
import { scrollBox } from '#ui/scroll-box.ts'
import { Segments } from '#ui/segments.tsx'
import { Problem } from '#ui/states.tsx'
import css from './embed-code.module.css'
import { snippetOf, VARIANTS, type Variant } from './snippets.ts'
import type { BotValues } from './values.ts'

interface EmbedCodeProps {
  bot: Pick<ChatBot, 'identifier' | 'rules'>
  widget: Pick<BotValues['widget'], 'title' | 'width' | 'height'>
  /** Called before the code is copied: what is copied is what visitors get. */
  onCopy?: () => void
  /** Leads to the websites of the chatbot, where it has none. */
  wayOn?: ReactNode
  /** The field for websites is above the code. */
  isBelowField?: boolean
}

/** The code for a page in four variants, with a button that copies it. */
export function EmbedCode({ bot, widget, onCopy, wayOn, isBelowField = false }: EmbedCodeProps) {
  const { t } = useTranslation('chatbots')
  const [variant, setVariant] = useState<Variant>('script')
  const [copied, setCopied] = useState<{ variant: Variant; done: boolean }>()
  const code = snippetOf(variant, {
    host: window.location.origin,
    identifier: bot.identifier,
    title: widget.title,
    width: widget.width ?? 0,
    height: widget.height ?? 0,
  })
  const copy = async () => {
    onCopy?.()
    setCopied({ variant, done: await copyText(code) })
  }
  const isCopied = copied?.variant === variant && copied.done
  return (
    <div className={css.code}>
      <Segments
        label={t('code.variant')}
        value={variant}
        options={VARIANTS.map((value) => ({ value, label: t(`code.variants.${value}`) }))}
        onChange={setVariant}
      />
      <p className={css.text}>{t(`code.texts.${variant}`)}</p>
      <div className={css.box}>
        <pre {...scrollBox(t('code.title'), 'region')}>
          <code>{code}</code>
        </pre>
      </div>
      <div className={css.foot}>
        <Button icon={isCopied ? 'check' : 'copy'} onClick={() => void copy()}>
          {t(isCopied ? 'copied' : 'code.copy')}
        </Button>
        <span className="sr" role="status">
          {isCopied ? t('copied') : ''}
        </span>
      </div>
      {copied?.done === false && <Problem>{t('notCopied')}</Problem>}
      {bot.rules.origins.length === 0 && !isBelowField && (
        <>
          <p className={css.warn}>{t('code.nowhere')}</p>
          {wayOn}
        </>
      )}
    </div>
  )
}
