import type { KeyboardEvent } from 'react'
import { useTranslation } from '../../lib/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu, MenuCheck } from '../../ui/menu.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import css from './compare-form.module.css'
import type { CompareState } from './use-compare.ts'

/** Where one writes to several tabs at once: the text, whether answers stream, and which tabs it goes to. */
export function CompareForm({ compare, autoFocus = false }: { compare: CompareState; autoFocus?: boolean }) {
  const { t } = useTranslation('compare')
  const count = compare.chosen.length
  const onKey = (event: KeyboardEvent) => {
    // While letters are being composed, Enter accepts them; some browsers only say 229.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229)
      return
    event.preventDefault()
    compare.send()
  }
  return (
    <>
      <div className={css.form} data-keep-clear>
        <textarea
          rows={1}
          dir="auto"
          className={css.area}
          aria-label={t('message')}
          aria-describedby="compare-fine"
          placeholder={t('placeholder', { count })}
          {...(autoFocus ? { 'data-autofocus': true } : {})}
          value={compare.text}
          onChange={(event) => compare.setText(event.target.value)}
          onKeyDown={onKey}
        />
        <div className={css.bar}>
          <Switch
            label={t('stream')}
            checked={compare.stream}
            disabled={compare.streamless}
            onChange={(event) => compare.setStream(event.target.checked)}
          />
          <span className="sp" />
          <Targets compare={compare} />
          <Send compare={compare} />
        </div>
      </div>
      <Fine compare={compare} />
    </>
  )
}

function Targets({ compare: { targets, chosen, choose } }: { compare: CompareState }) {
  const { t } = useTranslation(['compare', 'models'])
  const button = (
    <button type="button" className={css.targets}>
      <Icon name="columns-3" />
      {t('targets', { chosen: chosen.length, count: targets.length })}
      <Icon name="selector" size={14} />
    </button>
  )
  return (
    <Menu target={button} position="top-end">
      {targets.map(({ tab, model, available }) => (
        <MenuCheck
          key={tab.id}
          checked={chosen.some((target) => target.tab.id === tab.id)}
          disabled={!available}
          onChange={(wanted) => choose(tab.id, wanted)}
        >
          <span className={css.target}>
            <span className="cut">{tab.name}</span>
            <span className={css.model}>{available ? model?.name : t('models:unavailable')}</span>
          </span>
        </MenuCheck>
      ))}
    </Menu>
  )
}

function Send({ compare }: { compare: CompareState }) {
  const { t } = useTranslation('compare')
  const { hindrance } = compare
  const label =
    hindrance === undefined ? t('send', { count: compare.chosen.length }) : t(`cannotSend.${hindrance}`)
  return (
    <Tooltip label={label} keys={hindrance === undefined ? '⏎' : undefined}>
      <button
        type="button"
        className={css.send}
        aria-label={t('send', { count: compare.chosen.length })}
        aria-disabled={hindrance !== undefined || undefined}
        onClick={compare.send}
      >
        <Icon name="arrow-up" size={18} />
      </button>
    </Tooltip>
  )
}

/** What leaves the house is said before it leaves. */
function Fine({ compare: { chosen } }: { compare: CompareState }) {
  const { t } = useTranslation('compare')
  const outside = [
    ...new Set(chosen.flatMap(({ model }) => (model && !model.isLocal ? [model.provider] : []))),
  ]
  return (
    <p id="compare-fine" className={css.fine} data-warning={outside.length > 0 || undefined}>
      {outside.length > 0 && <Icon name="alert-triangle" size={14} />}
      {outside.length > 0 ? t('external', { providers: outside.join(', ') }) : t('oneLine')}
    </p>
  )
}
