import { useState } from 'react'
import { useConfig } from '#lib/config.ts'
import { recall, remember } from '#lib/preferences.ts'
import { useTranslation } from '#lib/texts.ts'
import { Mark } from '#ui/mark.tsx'
import { BarButton } from './bar-button.tsx'
import { DownloadMenu } from './download-menu.tsx'
import type { SharedFormat } from './formats.ts'
import css from './shared-page.module.css'

interface SharedBarProps {
  /** Shown beside the organisation once the heading is out of view. */
  title: string | undefined
  /** Nothing can be saved or printed before a chat is shown. */
  actions: { download: (format: SharedFormat) => void; print: () => void } | undefined
  /** For somebody signed in. */
  copy: { onCopy: () => void; busy: boolean } | undefined
}

/** The organisation at the left; at the right what can be done with the shared chat, and the theme. */
export function SharedBar({ title, actions, copy }: SharedBarProps) {
  const { t } = useTranslation('shared-page')
  const { customerName, appName, branding } = useConfig()
  return (
    <header className={css.bar}>
      {branding.logo.light && <Mark name="" />}
      <span className={`${css.organisation} cut`}>{customerName || appName}</span>
      {title !== undefined && (
        <span className={`${css.barTitle} cut`} dir="auto" aria-hidden="true">
          {title}
        </span>
      )}
      <div className={css.tools}>
        {copy && (
          <BarButton
            icon="copy-plus"
            label={copy.busy ? t('copying') : t('copy')}
            aria-disabled={copy.busy || undefined}
            onClick={() => !copy.busy && copy.onCopy()}
          />
        )}
        {actions && (
          <>
            <DownloadMenu onChoose={actions.download} />
            <BarButton icon="printer" label={t('print')} onClick={actions.print} />
          </>
        )}
        <ThemeButton />
      </div>
    </header>
  )
}

function ThemeButton() {
  const { t } = useTranslation('shared-page')
  const { dark } = useConfig()
  const [chosen, choose] = useState<boolean | undefined>(undefined)
  const isDark = chosen ?? ((dark && recall('theme') === null) || schemeOf() === 'dark')
  const change = () => {
    const next = isDark ? 'light' : 'dark'
    show(next)
    remember('theme', next)
    choose(!isDark)
  }
  return (
    <BarButton
      icon={isDark ? 'sun' : 'moon'}
      label={isDark ? t('toLight') : t('toDark')}
      bare
      onClick={change}
    />
  )
}

const schemeOf = () => document.documentElement.dataset['mantineColorScheme']

function show(scheme: 'light' | 'dark'): void {
  document.documentElement.dataset['mantineColorScheme'] = scheme
}
