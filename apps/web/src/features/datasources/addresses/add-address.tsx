import { isDocumentAddress, SITE_PAGES } from '@polylogue/contract/browser'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from '../../../lib/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import css from './addresses.module.css'
import type { NewAddress } from './api.ts'
import { LimitField } from './limit-field.tsx'
import { RefreshField } from './refresh-field.tsx'

const KINDS = ['page', 'below', 'sitemap'] as const

/** Adds a page, the pages below an address, or a site map. Not a form itself, because forms cannot be nested. */
export function AddAddress({ onAddress }: { onAddress: (address: NewAddress) => Promise<boolean> }) {
  const { t } = useTranslation('datasources')
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [options, setOptions] = useState<Omit<NewAddress, 'url'>>({
    kind: 'page',
    refresh: 'none',
    limit: SITE_PAGES.default,
  })
  const url = typed.trim()
  const isValid = isDocumentAddress(url)
  const add = async () => {
    if (!isValid || busy) return
    setBusy(true)
    if (await onAddress({ url, ...options })) setTyped('')
    setBusy(false)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    void add()
  }
  return (
    <div className={css.add}>
      <div className={css.address}>
        <input
          type="text"
          inputMode="url"
          spellCheck={false}
          autoCapitalize="none"
          maxLength={2_000}
          aria-label={t('media.address')}
          placeholder={t(`addresses.example.${options.kind}`)}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKey}
        />
        <Button disabled={!isValid} title={t('addresses.testText')} onClick={() => open(url)}>
          {t('addresses.test')}
        </Button>
        <Button icon="link" disabled={!isValid} busy={busy} onClick={() => void add()}>
          {t('media.addAddress')}
        </Button>
      </div>
      <Options value={options} onChange={(change) => setOptions({ ...options, ...change })} />
    </div>
  )
}

/** Opens an address in a tab of its own, without telling it from where. */
const open = (url: string) =>
  window.open(/^https?:/i.test(url) ? url : `https://${url}`, '_blank', 'noopener,noreferrer')

type Chosen = Omit<NewAddress, 'url'>

function Options({ value, onChange }: { value: Chosen; onChange: (change: Partial<Chosen>) => void }) {
  const { t } = useTranslation('datasources')
  return (
    <div className={css.options}>
      <SelectField
        label={t('addresses.kind')}
        value={value.kind}
        options={KINDS.map((kind) => ({ value: kind, label: t(`addresses.${kind}`) }))}
        onChange={(kind) => onChange({ kind: kind as Chosen['kind'] })}
      />
      <RefreshField value={value.refresh} onChange={(refresh) => onChange({ refresh })} />
      {value.kind !== 'page' && <LimitField value={value.limit} onChange={(limit) => onChange({ limit })} />}
    </div>
  )
}
