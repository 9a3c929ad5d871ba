import { useState } from 'react'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/dialog.tsx'
import { FieldGroup } from '#ui/field.tsx'
import { Segments } from '#ui/segments.tsx'
import { Problem } from '#ui/states.tsx'
import { useInstalled } from '#features/plugins/index.ts'
import { useLook, useThemeChoice } from '#features/settings/index.ts'
import { cssOf, type CustomTheme } from './custom-theme.ts'
import { BRAND } from '#lib/colours/base-colours.ts'
import { THEME_BUILDER } from './names.ts'
import { PRESETS } from './presets.ts'
import { Swatches } from './swatches.tsx'
import { useCustomTheme, useStoreTheme } from './use-custom-theme.ts'
import { kept, adopt } from './adopted-colours.ts'

/** Chooses style and theme, which apply at once, and a preset colour, which is a preview until it is saved. */
export function LookAndFeelDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('theme')
  const errorMessage = useErrorMessage()
  const stored = useCustomTheme()
  const hasColours = useInstalled('custom-color-scheme')
  const store = useStoreTheme()
  const [tried, setTried] = useState<CustomTheme | null>(null)
  // When a route change closes the dialog, the preview is reverted.
  if (!opened && tried !== null) {
    setTried(null)
    adopt(kept().css)
  }
  const close = () => {
    setTried(null)
    store.reset()
    adopt(kept().css)
    onClose()
  }
  const tryOn = (theme: CustomTheme) => {
    setTried(theme)
    adopt(cssOf(theme))
  }
  const save = () => {
    if (tried)
      store.mutate(tried.pick === BRAND.pick ? null : tried, { onSuccess: () => (setTried(null), onClose()) })
  }
  const shown = (tried ?? stored)?.pick ?? BRAND.pick
  return (
    <Dialog opened={opened} title={t('lookTitle')} lead={t('lookLead')} onClose={close}>
      <DialogBody>
        <Choices />
        {hasColours && (
          <FieldGroup label={t('colour')}>
            <Swatches
              chosen={shown}
              onChoose={({ name, pick }) => tryOn({ name: t(`presetNames.${name}`), pick, fix: true })}
            />
          </FieldGroup>
        )}
        {stored && !tried && !PRESETS.some(({ pick }) => pick === stored.pick) && (
          <p>{t('ownNow', { name: stored.name || stored.pick })}</p>
        )}
        {store.isError && <Problem>{errorMessage(store.error).sentence}</Problem>}
      </DialogBody>
      <DialogFoot>
        <ToBuilder />
        <Button size="large" onClick={close}>
          {tried ? t('discardColour') : t('done')}
        </Button>
        {tried && tried.pick !== (stored?.pick ?? BRAND.pick) && (
          <Button size="large" kind="fill" busy={store.isPending} onClick={save}>
            {t('saveColour')}
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  )
}

function ToBuilder() {
  const { t } = useTranslation('theme')
  if (!useInstalled('theme-builder')) return null
  return (
    <LinkButton size="large" kind="quiet" to={`?dialog=${THEME_BUILDER}`}>
      {t('toBuilder')}
    </LinkButton>
  )
}

function Choices() {
  const { t } = useTranslation(['theme', 'settings'])
  const { look, choose: chooseLook } = useLook()
  const { choice, choose } = useThemeChoice()
  return (
    <>
      <FieldGroup label={t('settings:look')} hint={t(look === 'modern' ? 'modernHint' : 'classicHint')}>
        <Segments
          label={t('settings:look')}
          value={look}
          options={[
            { value: 'classic', label: t('settings:classic') },
            { value: 'modern', label: t('settings:modern') },
          ]}
          onChange={chooseLook}
        />
      </FieldGroup>
      <FieldGroup label={t('settings:theme')}>
        <Segments
          label={t('settings:theme')}
          value={choice}
          options={[
            { value: 'light', label: t('settings:light') },
            { value: 'dark', label: t('settings:dark') },
            { value: 'system', label: t('system') },
          ]}
          onChange={choose}
        />
      </FieldGroup>
    </>
  )
}
