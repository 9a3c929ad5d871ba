import type { ReactNode } from 'react'
import { useDialogs } from '#lib/dialogs.ts'
import { useFormat } from '#lib/format.ts'
import { useNotices } from '#lib/notices.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Segments } from '#ui/segments.tsx'
import { Switch } from '#ui/switch.tsx'
import {
  STARTUP_OPTIONS,
  useLanguage,
  useLanguages,
  useLicense,
  useProMode,
  useShowsFigures,
  useStoreSetting,
  useThemeChoice,
} from '#features/settings/index.ts'
import { useIsInstalled } from '#features/plugins/index.ts'
import { LOOK_AND_FEEL, THEME_BUILDER } from '#features/theme/index.ts'
import css from './own-settings.module.css'

/** The user's own settings: appearance, language and start page. */
export function OwnSettings() {
  const { t } = useTranslation(['users', 'settings', 'shell'])
  const { show } = useDialogs()
  const { choice, choose: chooseTheme } = useThemeChoice()
  const { language, choose: chooseLanguage } = useLanguage()
  const languages = useLanguages()
  const isInstalled = useIsInstalled()
  return (
    <>
      <Line label={t('settings:theme')}>
        <Segments
          label={t('settings:theme')}
          value={choice}
          options={[
            { value: 'light', label: t('settings:light') },
            { value: 'dark', label: t('settings:dark') },
            { value: 'system', label: t('ownSettings.system') },
          ]}
          onChange={chooseTheme}
        />
        <Button onClick={() => show(LOOK_AND_FEEL)}>{t('shell:lookAndFeel')}</Button>
        {isInstalled('theme-builder') && (
          <Button onClick={() => show(THEME_BUILDER)}>{t('shell:themeBuilder')}</Button>
        )}
      </Line>
      {languages.length > 1 && (
        <Line label={t('settings:language')}>
          <Segments
            label={t('settings:language')}
            value={language}
            options={languages.map(({ code, name }) => ({ value: code, label: name }))}
            onChange={chooseLanguage}
          />
        </Line>
      )}
      <Line label={t('shell:mode')}>
        <ProSwitch />
      </Line>
      {isInstalled('prompt-stats') && (
        <Line label={t('ownSettings.figures')}>
          <FiguresSwitch />
        </Line>
      )}
      <Line label={t('ownSettings.start')}>
        <Button onClick={() => show(STARTUP_OPTIONS)}>{t('ownSettings.startOptions')}</Button>
      </Line>
    </>
  )
}

function ProSwitch() {
  const { t } = useTranslation(['users', 'shell'])
  const notices = useNotices()
  const { pro, choose } = useProMode()
  const change = (next: boolean) => {
    choose(next)
    notices.show({
      kind: 'info',
      title: next ? t('shell:proOn') : t('shell:simpleOn'),
      text: next ? t('shell:proText') : t('shell:simpleText'),
    })
  }
  return (
    <>
      <Switch label={t('ownSettings.pro')} checked={pro} onChange={(event) => change(event.target.checked)} />
      <span className={css.hint}>{t('ownSettings.proHint')}</span>
    </>
  )
}

function FiguresSwitch() {
  const { t } = useTranslation('users')
  const store = useStoreSetting()
  return (
    <Switch
      label={t('ownSettings.figuresLabel')}
      checked={useShowsFigures()}
      onChange={(event) => store('plStats', String(event.target.checked))}
    />
  )
}

/** The licence of the installation. */
export function OwnLicense() {
  const { t } = useTranslation(['users', 'shell'])
  const format = useFormat()
  const { data } = useLicense()
  const kind = data && (data.expired ? 'expired' : data.licenseType === 'unlimited' ? 'unlimited' : 'trial')
  return (
    <Line label={t('ownSettings.license')}>
      <span className={css.license} data-expired={data?.expired || undefined}>
        {kind && t(`shell:license.${kind}`)}
        {data?.licenseEnd && ` · ${t('ownSettings.until', { date: format.day(data.licenseEnd) })}`}
        {data?.companyName && ` · ${data.companyName}`}
      </span>
    </Line>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={css.line}>
      <span className={css.label}>{label}</span>
      <div className={css.controls}>{children}</div>
    </div>
  )
}
