import { useState, type ReactNode } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { FieldGroup, PasswordField, TextArea, TextField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Segments } from '#ui/segments.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Switch } from '#ui/switch.tsx'
import css from './providers.module.css'
import { isLocalOf, KINDS, type Kind, type Typed, type Wrong } from './values.ts'

interface ProviderFieldsProps {
  typed: Typed
  stored: { hasKey: boolean } | undefined
  wrong: Wrong
  /** Validation errors from the server. */
  issues: Readonly<Record<string, string>>
  onChange: (some: Partial<Typed>) => void
  /** The button that tests the addresses, shown next to them. */
  children: ReactNode
}

export function ProviderFields({ typed, stored, wrong, issues, onChange, children }: ProviderFieldsProps) {
  const { t } = useTranslation('providers')
  const issue = (name: string) =>
    Object.entries(issues).find(([path]) => path === name || path.startsWith(`${name}.`))?.[1]
  return (
    <>
      <KindField kind={typed.kind} stays={stored !== undefined} onChange={onChange} />
      <TextField
        label={t('name')}
        hint={t('nameHint')}
        error={wrong.name ? t(`wrong.${wrong.name}`) : issue('name')}
        maxLength={200}
        data-autofocus
        value={typed.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextArea
        label={t('addresses')}
        hint={t(`addressHints.${typed.kind}`)}
        error={wrong.addresses ? t(`wrong.${wrong.addresses}`) : issue('addresses')}
        rows={2}
        spellCheck={false}
        autoCapitalize="none"
        value={typed.addresses}
        onChange={(event) => onChange({ addresses: event.target.value })}
      />
      <KeyField
        typed={typed}
        hasKey={stored?.hasKey ?? false}
        error={wrong.apiKey ? t(`wrong.${wrong.apiKey}`) : issue('apiKey') && t('wrong.keyAgain')}
        onChange={onChange}
      />
      {children}
      <Locality typed={typed} onChange={onChange} />
      <TextField
        label={t('atOnce')}
        hint={t('atOnceHint')}
        error={wrong.atOnce ? t(`wrong.${wrong.atOnce}`) : issue('atOnce')}
        type="number"
        min={1}
        value={typed.atOnce}
        onChange={(event) => onChange({ atOnce: event.target.value })}
      />
      {typed.kind === 'ollama' && <OldServer checked={typed.oldServer} onChange={onChange} />}
    </>
  )
}

function KindField({
  kind,
  stays,
  onChange,
}: {
  kind: Kind
  /** Whether the provider is stored: its kind is then read-only. */
  stays: boolean
  onChange: (some: Partial<Typed>) => void
}) {
  const { t } = useTranslation('providers')
  return (
    <SelectField
      label={t('kind')}
      hint={stays ? t('kindStays') : t(`kindHints.${kind}`)}
      value={kind}
      options={KINDS.filter((one) => !stays || one === kind).map((value) => ({
        value,
        label: t(`kinds.${value}`),
      }))}
      onChange={(value) => onChange({ kind: value as Kind, isLocal: undefined })}
    />
  )
}

function OldServer({ checked, onChange }: { checked: boolean; onChange: (some: Partial<Typed>) => void }) {
  const { t } = useTranslation('providers')
  return (
    <FieldGroup label={t('oldServerLabel')} hint={t('oldServerHint')}>
      <Switch
        label={t('oldServer')}
        checked={checked}
        onChange={(event) => onChange({ oldServer: event.target.checked })}
      />
    </FieldGroup>
  )
}

interface KeyFieldProps {
  typed: Typed
  hasKey: boolean
  error: string | undefined
  onChange: (some: Partial<Typed>) => void
}

/** Write-only: a stored key can be replaced or removed, but is never shown. */
function KeyField({ typed: { apiKey }, hasKey, error, onChange }: KeyFieldProps) {
  const { t } = useTranslation('providers')
  const [shown, setShown] = useState(false)
  const keeps = hasKey && apiKey === undefined
  const takesAway = hasKey && apiKey === ''
  const hint = keeps ? t('keyIsStored') : takesAway ? t('keyGoes') : t('keyHint')
  return (
    <div className={css.key}>
      <PasswordField
        what="key"
        label={t('key')}
        hint={hint}
        error={error}
        shown={shown}
        autoComplete="off"
        maxLength={2000}
        placeholder={keeps ? '••••••••' : undefined}
        value={apiKey ?? ''}
        onChange={(event) => onChange({ apiKey: event.target.value || undefined })}
        onShow={setShown}
      />
      {hasKey && (
        <div>
          <Button size="small" onClick={() => onChange({ apiKey: takesAway ? undefined : '' })}>
            {takesAway ? t('keepKey') : t('removeKey')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Shows where prompts are sent; warns before saving when they leave the site. */
function Locality({ typed, onChange }: { typed: Typed; onChange: (some: Partial<Typed>) => void }) {
  const { t } = useTranslation(['providers', 'models'])
  const provider = typed.name.trim() || t('thisProvider')
  const isLocal = isLocalOf(typed)
  return (
    <FieldGroup label={t('locality')} {...(isLocal ? { hint: t('localHint') } : {})}>
      <Segments
        label={t('locality')}
        value={isLocal ? 'local' : 'external'}
        options={[
          { value: 'local', label: t('models:local') },
          { value: 'external', label: t('models:external') },
        ]}
        onChange={(value) => onChange({ isLocal: value === 'local' })}
      />
      {!isLocal && (
        <p className={css.warning} role="status">
          <Icon name="alert-triangle" />
          <span>{t('externalWarning', { note: t('models:externalNote', { provider }) })}</span>
        </p>
      )}
    </FieldGroup>
  )
}
