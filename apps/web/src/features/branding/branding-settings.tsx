import type { BrandingState } from '@polylogue/contract'
import { BRANDING_LIMITS } from '@polylogue/contract/browser'
import { useEffect, useState } from 'react'
import { toBase64 } from '#lib/base64.ts'
import { suspendStylesheet } from '#lib/branding.ts'
import { useConfig } from '#lib/config.ts'
import { useNotices } from '#lib/notices.ts'
import { issuesOf, useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { Segments } from '#ui/segments.tsx'
import { LoadFailed, PageSkeleton, Problem } from '#ui/states.tsx'
import { useBranding, useResetBranding, useSaveBranding } from './api.ts'
import css from './branding.module.css'
import { ColourFields } from './colour-fields.tsx'
import { addressOf, changeOf, draftOf, hasColours, type Chosen, type Draft } from './draft.ts'
import { FileField } from './file-field.tsx'
import { Previews } from './preview.tsx'
import { useRefusal } from './use-refusal.ts'

/** Logo, name, colours, stylesheet and the text of the sign-in page (BRAND-4). */
export function BrandingSettings() {
  const { t } = useTranslation('branding')
  const errorMessage = useErrorMessage()
  const stored = useBranding()
  const { branding } = useConfig()
  // A stylesheet that hides the page can be removed here.
  useEffect(suspendStylesheet, [branding])
  if (stored.data) return <BrandingForm key={stored.data.version} stored={stored.data} />
  if (!stored.isError) return <PageSkeleton />
  const retry = () => void stored.refetch()
  return <LoadFailed title={t('loadFailed')} {...errorMessage(stored.error)} onRetry={retry} />
}

function BrandingForm({ stored }: { stored: BrandingState }) {
  const { t } = useTranslation(['branding', 'settings'])
  const [draft, setDraft] = useState<Draft>(() => draftOf(stored))
  const [scheme, setScheme] = useState<'light' | 'dark'>('light')
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change })
  const shown = { light: logoOf(stored, draft, 'light'), dark: logoOf(stored, draft, 'dark') }
  const logo = { light: shown.light || shown.dark, dark: shown.dark || shown.light }
  const look = { ...draft, colours: hasColours(draft) ? draft.colours : null, logo }
  const schemes = (['light', 'dark'] as const).map((value) => ({ value, label: t(`settings:${value}`) }))
  return (
    <div className={css.branding}>
      <Fields stored={stored} draft={draft} shown={shown} set={set} />
      <section className={css.look} aria-label={t('preview')}>
        <Segments label={t('preview')} value={scheme} options={schemes} onChange={setScheme} />
        <Previews look={look} scheme={scheme} />
      </section>
    </div>
  )
}

const logoOf = ({ customer, logo }: BrandingState, draft: Draft, scheme: 'light' | 'dark'): string => {
  const chosen = draft.logo[scheme]
  return chosen ? chosen.address : chosen === null ? '' : addressOf(customer, logo[scheme])
}

const nameOf = (chosen: Chosen, stored: string | null): string =>
  chosen ? chosen.name : chosen === null ? '' : (stored ?? '')

interface FieldsProps {
  stored: BrandingState
  draft: Draft
  shown: { light: string; dark: string }
  set: (change: Partial<Draft>) => void
}

const PICTURES = '.png,.jpg,.jpeg,.svg,image/png,image/jpeg,image/svg+xml'

function Fields({ stored, draft, shown, set }: FieldsProps) {
  const { t } = useTranslation('branding')
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const refusalOf = useRefusal()
  const save = useSaveBranding(() => notices.show({ kind: 'done', title: t('saved') }))
  const issues = issuesOf(save.error)
  const submit = () => {
    if (hasColours(draft)) save.mutate(changeOf(draft, stored.version))
  }
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {stored.isBroken && <Problem>{t('broken')}</Problem>}
      <TextField
        label={t('name')}
        hint={t('nameHint')}
        value={draft.name}
        maxLength={BRANDING_LIMITS.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <LogoFields stored={stored} draft={draft} shown={shown} issues={issues} set={set} />
      <ColourFields colours={draft.colours} onChange={(colours) => set({ colours })} />
      <TextArea
        label={t('signInText')}
        hint={t('signInTextHint')}
        value={draft.signInText}
        maxLength={BRANDING_LIMITS.signInText}
        onChange={(event) => set({ signInText: event.target.value })}
      />
      <StylesheetField
        shown={nameOf(draft.stylesheet, stored.customStylesheet)}
        error={refusalOf(issues['customStylesheet'])}
        onChange={(stylesheet) => set({ stylesheet })}
      />
      {save.error && <Problem>{errorMessage(save.error).sentence}</Problem>}
      <div className={css.row}>
        <Button size="large" kind="fill" type="submit" busy={save.isPending}>
          {t('save')}
        </Button>
        {stored.version && <Reset />}
      </div>
    </form>
  )
}

function LogoFields({
  stored,
  draft,
  shown,
  issues,
  set,
}: FieldsProps & { issues: ReturnType<typeof issuesOf> }) {
  const { t } = useTranslation('branding')
  const refusalOf = useRefusal()
  const choose = async (scheme: 'light' | 'dark', file: File) => {
    const content = await toBase64(file)
    const address = `data:${file.type || 'image/svg+xml'};base64,${content}`
    set({ logo: { ...draft.logo, [scheme]: { name: file.name, content, address } } })
  }
  return (['light', 'dark'] as const).map((scheme) => (
    <FileField
      key={scheme}
      label={t(`logo.${scheme}`)}
      hint={t('logoHint')}
      accept={PICTURES}
      shown={nameOf(draft.logo[scheme], stored.logo[scheme])}
      picture={{ address: shown[scheme], scheme }}
      error={refusalOf(issues[`logo.${scheme}`])}
      onChoose={(file) => void choose(scheme, file)}
      onRemove={() => set({ logo: { ...draft.logo, [scheme]: null } })}
    />
  ))
}

interface StylesheetFieldProps {
  shown: string
  error: string | undefined
  onChange: (chosen: Chosen) => void
}

function StylesheetField({ shown, error, onChange }: StylesheetFieldProps) {
  const { t } = useTranslation('branding')
  const choose = async (file: File) => onChange({ name: file.name, content: await file.text(), address: '' })
  return (
    <FileField
      label={t('stylesheet')}
      hint={t('stylesheetHint')}
      accept=".css,text/css"
      shown={shown}
      error={error}
      onChoose={(file) => void choose(file)}
      onRemove={() => onChange(null)}
    />
  )
}

function Reset() {
  const { t } = useTranslation('branding')
  const errorMessage = useErrorMessage()
  const [opened, setOpened] = useState(false)
  const reset = useResetBranding()
  return (
    <>
      <Button size="large" onClick={() => setOpened(true)}>
        {t('reset')}
      </Button>
      <ConfirmDialog
        opened={opened}
        title={t('reset')}
        question={t('resetQuestion')}
        verb={t('reset')}
        busy={reset.isPending}
        failure={reset.error ? errorMessage(reset.error).sentence : undefined}
        onConfirm={() => reset.mutate(undefined, { onSuccess: () => setOpened(false) })}
        onClose={() => setOpened(false)}
      />
    </>
  )
}
