import { isDocumentAddress, SITE_PAGES } from '@polylogue/contract/browser'
import { useId, useState, type KeyboardEvent } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { RefreshField } from '#features/media/index.ts'
import css from './sites.module.css'
import type { NewAddress } from './api.ts'
import { LimitField } from './limit-field.tsx'
import type { TypedAddress } from './use-typed-address.ts'

const KINDS = ['page', 'below', 'sitemap'] as const

interface AddAddressProps {
  typed: TypedAddress
  /** Resolves with whether the address was added. */
  onAddress: (address: NewAddress) => Promise<boolean>
}

/** Adds a page, the pages below an address, or a site map. Not a form itself, because forms cannot be nested. */
export function AddAddress({ typed, onAddress }: AddAddressProps) {
  const { t } = useTranslation('sites')
  const remarkId = useId()
  const [busy, setBusy] = useState(false)
  const [options, setOptions] = useState<Omit<NewAddress, 'url'>>({
    kind: 'page',
    refresh: 'none',
    limit: SITE_PAGES.default,
  })
  const url = typed.text.trim()
  const isValid = isDocumentAddress(url)
  const remark = typed.isRefused ? 'notAddedYet' : typed.isTyped && !isValid ? 'incomplete' : undefined
  const add = async () => {
    if (!isValid || busy) return
    setBusy(true)
    if (await onAddress({ url, ...options })) typed.clear(url)
    setBusy(false)
  }
  // Enter adds the address and must not submit the surrounding form.
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
          aria-label={t('address')}
          placeholder={t(`example.${options.kind}`)}
          aria-invalid={typed.isRefused || undefined}
          aria-describedby={remark && remarkId}
          value={typed.text}
          onChange={(event) => typed.setText(event.target.value)}
          onKeyDown={onKey}
        />
        <Button disabled={!isValid} title={t('testText')} onClick={() => open(url)}>
          {t('test')}
        </Button>
        <Button icon="link" disabled={!isValid} busy={busy} onClick={() => void add()}>
          {t('addAddress')}
        </Button>
      </div>
      {remark && <Remark id={remarkId} remark={remark} />}
      <Options
        value={options}
        onChange={(change) => setOptions({ ...options, ...change })}
        onKeyDown={onKey}
      />
    </div>
  )
}

/** Says why the buttons are grey, or why the form is not saved. */
function Remark({ id, remark }: { id: string; remark: 'incomplete' | 'notAddedYet' }) {
  const { t } = useTranslation('sites')
  const isBad = remark === 'notAddedYet'
  return (
    <p id={id} className={isBad ? css.failure : css.line} role={isBad ? 'alert' : undefined}>
      {t(`${remark}`)}
    </p>
  )
}

/** Opens an address in a tab of its own, without telling it from where. */
const open = (url: string) =>
  window.open(/^https?:/i.test(url) ? url : `https://${url}`, '_blank', 'noopener,noreferrer')

type Chosen = Omit<NewAddress, 'url'>

interface OptionsProps {
  value: Chosen
  onChange: (change: Partial<Chosen>) => void
  onKeyDown: (event: KeyboardEvent) => void
}

function Options({ value, onChange, onKeyDown }: OptionsProps) {
  const { t } = useTranslation('sites')
  return (
    <div className={css.options}>
      <SelectField
        label={t('kind')}
        value={value.kind}
        options={KINDS.map((kind) => ({ value: kind, label: t(`${kind}`) }))}
        onChange={(kind) => onChange({ kind: kind as Chosen['kind'] })}
      />
      <RefreshField value={value.refresh} onChange={(refresh) => onChange({ refresh })} />
      {value.kind !== 'page' && (
        <LimitField value={value.limit} onChange={(limit) => onChange({ limit })} onKeyDown={onKeyDown} />
      )}
    </div>
  )
}
