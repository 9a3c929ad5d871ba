import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from '../../lib/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuCheck } from '../../ui/menu.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { changedOptions, OptionsDialog } from '../prompt-options/index.ts'
import { useProMode } from '../settings/index.ts'
import css from './compare-form.module.css'
import { obeyedBy } from './targets.ts'
import { QuestionTranslation, TranslateButton } from './translate-question.tsx'
import type { Added } from './use-added.ts'
import type { CompareState } from './use-compare.ts'

/** The form that sends a question to several tabs: text, streaming, and target tabs. */
export function CompareForm({
  compare,
  autoFocus = false,
  onCover = () => undefined,
}: {
  compare: CompareState
  autoFocus?: boolean
  /** Called when a dialog opens over the form, or closes. */
  onCover?: (covered: boolean) => void
}) {
  const { t } = useTranslation('compare')
  const [translating, setTranslating] = useState(false)
  const cover = (next: boolean) => {
    setTranslating(next)
    onCover(next)
  }
  const onKey = (event: KeyboardEvent) => {
    // During IME composition, Enter accepts the characters; some browsers report only key code 229.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229)
      return
    event.preventDefault()
    void compare.send()
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
          placeholder={t('placeholder', { count: compare.count })}
          {...(autoFocus ? { 'data-autofocus': true } : {})}
          value={compare.text}
          onChange={(event) => compare.setText(event.target.value)}
          onKeyDown={onKey}
        />
        <Others added={compare.added} />
        <div className={css.bar}>
          <Switches compare={compare} />
          <Options compare={compare} onCover={onCover} />
          <TranslateButton compare={compare} onClick={() => cover(true)} />
          <span className="sp" />
          <Targets compare={compare} />
          <Send compare={compare} />
        </div>
      </div>
      <Fine compare={compare} />
      <QuestionTranslation compare={compare} opened={translating} onClose={() => cover(false)} />
    </>
  )
}

function Switches({ compare }: { compare: CompareState }) {
  const { t } = useTranslation('compare')
  return (
    <span className={css.switches}>
      <Switch
        label={t('stream')}
        checked={compare.stream}
        disabled={compare.streamless}
        onChange={(event) => compare.setStream(event.target.checked)}
      />
      <Switch
        label={t('keepLines')}
        checked={compare.keepLines}
        onChange={(event) => compare.setKeepLines(event.target.checked)}
      />
    </span>
  )
}

/** Shown in pro mode, and whenever options are set, since those apply in both modes. */
function Options({ compare, onCover }: { compare: CompareState; onCover: (covered: boolean) => void }) {
  const { t } = useTranslation(['compare', 'conversation'])
  const { pro } = useProMode()
  const [opened, setOpened] = useState(false)
  const { options, setOptions, chosen } = compare
  const count = changedOptions(options).length
  if (!pro && count === 0 && !opened) return null
  const cover = (next: boolean) => {
    setOpened(next)
    onCover(next)
  }
  return (
    <>
      <span className={css.counted}>
        <IconButton
          icon="adjustments-horizontal"
          label={count === 0 ? t('conversation:options') : t('conversation:optionsChanged', { count })}
          onClick={() => cover(true)}
        />
        {count > 0 && (
          <span className={css.count} aria-hidden="true">
            {count}
          </span>
        )}
      </span>
      <OptionsDialog
        opened={opened}
        lead={t('optionsLead')}
        stored={options}
        obeyed={obeyedBy(chosen)}
        notObeyed={(others) => t('optionsNotObeyed', { count: others })}
        saving={{
          busy: false,
          error: null,
          forget: () => undefined,
          save: (next, onSaved) => {
            setOptions(next)
            onSaved()
          },
        }}
        onClose={() => cover(false)}
      />
    </>
  )
}

function Targets({ compare: { targets, chosen, choose } }: { compare: CompareState }) {
  const { t } = useTranslation(['compare', 'models'])
  const button = (
    <button type="button" className={css.targets}>
      <Icon name="columns-3" />
      {chosen.length === targets.length
        ? t('targetsAll', { count: targets.length })
        : t('targets', { chosen: chosen.length, count: targets.length })}
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
  const { hindrance, count } = compare
  const label = hindrance === undefined ? t('send', { count }) : t(`cannotSend.${hindrance}`)
  return (
    <Tooltip label={label} keys={hindrance === undefined ? '⏎' : undefined}>
      <button
        type="button"
        className={css.send}
        aria-label={t('send', { count })}
        aria-disabled={hindrance !== undefined || undefined}
        onClick={() => void compare.send()}
      >
        <Icon name="arrow-up" size={18} />
      </button>
    </Tooltip>
  )
}

/** Offers models that no tab uses. */
function Others({ added }: { added: Added }) {
  const { t } = useTranslation('compare')
  if (added.others.length === 0) return null
  return (
    <div className={css.others} role="group" aria-label={t('others')}>
      <span aria-hidden="true">{t('others')}</span>
      {added.others.map(({ id, name }) => {
        const pressed = added.chosen.some((one) => one.id === id)
        return (
          <button
            key={id}
            type="button"
            className={css.other}
            aria-pressed={pressed}
            // Keeps the focus in the question, so that Enter sends it.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => added.choose(id, !pressed)}
          >
            <Icon name={pressed ? 'check' : 'plus'} size={14} />
            <span className="cut">{name}</span>
          </button>
        )
      })}
    </div>
  )
}

/** Names the external providers before the question is sent, and the tabs with messages that they do not get. */
function Fine({ compare: { chosen, added, keepLines } }: { compare: CompareState }) {
  const { t } = useTranslation('compare')
  const outside = [
    ...new Set(
      [...chosen.map(({ model }) => model), ...added.chosen].flatMap((model) =>
        model && !model.isLocal ? [model.provider] : [],
      ),
    ),
  ]
  const kept = chosen.flatMap(({ tab, model }) =>
    tab.confidential && model?.isLocal === false ? [tab.name] : [],
  )
  return (
    <p id="compare-fine" className={css.fine} data-warning={outside.length > 0 || undefined}>
      {outside.length > 0 && <Icon name="alert-triangle" size={14} />}
      {outside.length > 0 ? t('external', { providers: outside.join(', ') }) : !keepLines && t('oneLine')}
      {kept.length > 0 && ` ${t('kept', { tabs: kept.join(', ') })}`}
    </p>
  )
}
