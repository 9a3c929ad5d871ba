import { isDocumentAddress, REFRESHES, SITE_PAGES } from '@polylogue/contract/browser'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from '../../../lib/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import css from './addresses.module.css'
import type { NewAddress } from './api.ts'

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
      <SelectField
        label={t('addresses.refresh')}
        value={value.refresh}
        options={REFRESHES.map((refresh) => ({ value: refresh, label: t(`addresses.${refresh}`) }))}
        onChange={(refresh) => onChange({ refresh: refresh as Chosen['refresh'] })}
      />
      {value.kind !== 'page' && <Limit value={value.limit} onChange={(limit) => onChange({ limit })} />}
    </div>
  )
}

function Limit({ value, onChange }: { value: number; onChange: (limit: number) => void }) {
  const { t } = useTranslation('datasources')
  const commit = (field: HTMLInputElement) => {
    const typed = Math.round(field.valueAsNumber)
    const limit = Math.min(SITE_PAGES.max, Math.max(SITE_PAGES.min, Number.isFinite(typed) ? typed : value))
    field.value = String(limit)
    onChange(limit)
  }
  return (
    <Field label={t('addresses.limit')}>
      {(linked) => (
        <input
          {...linked}
          type="number"
          className={css.limit}
          min={SITE_PAGES.min}
          max={SITE_PAGES.max}
          defaultValue={value}
          onBlur={(event) => commit(event.target)}
        />
      )}
    </Field>
  )
}
