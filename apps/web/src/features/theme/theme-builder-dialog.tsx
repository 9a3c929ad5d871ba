import { useState } from 'react'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog, DialogBody, DialogFoot, DialogForm } from '#ui/dialog.tsx'
import { FieldGroup, TextField } from '#ui/field.tsx'
import { Problem } from '#ui/states.tsx'
import { isHex } from '#lib/colours/colour.ts'
import { NAME_LIMIT, type CustomTheme } from './custom-theme.ts'
import { BRAND } from '#lib/colours/base-colours.ts'
import { OwnColour } from './own-colour.tsx'
import { Preview } from './preview.tsx'
import { Swatches } from './swatches.tsx'
import css from './theme-builder.module.css'
import { useCustomTheme, useStoreTheme } from './use-custom-theme.ts'

/** Builds a custom theme from one colour; previews it in light and dark before saving. */
export function ThemeBuilderDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('theme')
  const stored = useCustomTheme()
  const store = useStoreTheme()
  const [typed, setTyped] = useState<CustomTheme | null>(null)
  const [tried, setTried] = useState(false)
  const close = () => {
    setTyped(null)
    setTried(false)
    store.reset()
    onClose()
  }
  const start = stored ?? { name: t('presetNames.brand'), pick: BRAND.pick, fix: true }
  const theme = typed ?? start
  const valid = isHex(theme.pick) && theme.name.trim() !== ''
  const save = () => {
    setTried(true)
    if (valid) store.mutate({ ...theme, name: theme.name.trim() }, { onSuccess: close })
  }
  return (
    <Dialog
      opened={opened}
      title={t('builderTitle')}
      lead={t('builderLead')}
      width="76%"
      dirty={typed !== null && JSON.stringify(typed) !== JSON.stringify(start)}
      onClose={close}
    >
      <DialogForm onSubmit={save}>
        <DialogBody>
          <Builder theme={theme} tried={tried} failure={store.error} onChange={setTyped} />
        </DialogBody>
        <DialogFoot>
          {stored && (
            <Button
              size="large"
              icon="trash"
              busy={store.isPending}
              onClick={() => store.mutate(null, { onSuccess: close })}
            >
              {t('deleteTheme')}
            </Button>
          )}
          <Button size="large" onClick={close}>
            {t('cancel')}
          </Button>
          <Button size="large" kind="fill" type="submit" busy={store.isPending}>
            {t('saveTheme')}
          </Button>
        </DialogFoot>
      </DialogForm>
    </Dialog>
  )
}

interface BuilderProps {
  theme: CustomTheme
  /** Whether the user tried to save: shows the missing fields. */
  tried: boolean
  failure: Error | null
  onChange: (theme: CustomTheme) => void
}

function Builder({ theme, tried, failure, onChange }: BuilderProps) {
  const { t } = useTranslation('theme')
  const errorMessage = useErrorMessage()
  const set = (change: Partial<CustomTheme>) => onChange({ ...theme, ...change })
  return (
    <div className={css.builder}>
      <div className={css.choices}>
        <FieldGroup label={t('presets')}>
          <Swatches
            chosen={theme.pick.toLowerCase()}
            onChoose={({ name, pick }) => set({ name: t(`presetNames.${name}`), pick })}
          />
        </FieldGroup>
        <OwnColour value={theme.pick} tried={tried} onChange={(pick) => set({ pick })} />
        <TextField
          label={t('name')}
          value={theme.name}
          maxLength={NAME_LIMIT}
          error={tried && theme.name.trim() === '' ? t('nameMissing') : undefined}
          onChange={(event) => set({ name: event.target.value })}
        />
        <div className={css.fix}>
          <Checkbox
            label={t('fix')}
            checked={theme.fix}
            onChange={(event) => set({ fix: event.target.checked })}
          />
          <p>{t('fixHint')}</p>
        </div>
        {failure && <Problem>{errorMessage(failure).sentence}</Problem>}
      </div>
      <section className={css.previews} aria-label={t('preview')}>
        {isHex(theme.pick) ? (
          <>
            <Preview theme={theme} scheme="light" />
            <Preview theme={theme} scheme="dark" />
          </>
        ) : (
          <p>{t('noPreview')}</p>
        )}
      </section>
    </div>
  )
}
