import { Suspense, useEffect, useRef } from 'react'
import { useDialogs } from '#lib/dialogs.ts'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Segments } from '#ui/segments.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { usePanel, useCovers } from './panel-context.ts'
import type { OpenTab } from '#lib/open-tab.ts'
import css from './side-panel.module.css'

interface SidePanelProps {
  opened: boolean
  openTab: OpenTab | undefined
}

/** A column next to the conversation; in a narrow window a sheet above it. */
export function SidePanel({ opened, openTab }: SidePanelProps) {
  if (useCovers()) return <PanelSheet opened={opened} openTab={openTab} />
  return opened && <PanelColumn openTab={openTab} />
}

function PanelColumn({ openTab }: Pick<SidePanelProps, 'openTab'>) {
  const { t } = useTranslation(['shell', 'kinds'])
  const { sections, section, over, openings, close } = usePanel()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (openings > 0) heading.current?.focus()
  }, [openings])
  if (!section) return null
  return (
    <aside
      className={css.panel}
      data-over={over || undefined}
      data-keep-clear="beside"
      aria-label={t('panel.title')}
    >
      <div className={css.head}>
        <h2 ref={heading} tabIndex={-1} className={sections.length > 1 ? 'sr' : 'cut'}>
          {t(`kinds:${section.id}.title`)}
        </h2>
        <Sections />
        <span className="sp" />
        <IconButton icon="x" label={t('panel.close')} onClick={close} />
      </div>
      <div className={css.body}>
        <Content openTab={openTab} />
      </div>
    </aside>
  )
}

function PanelSheet({ opened, openTab }: SidePanelProps) {
  const { t } = useTranslation(['shell', 'kinds'])
  const { section, close } = usePanel()
  const dialogs = useDialogs()
  if (!section) return null
  return (
    <Sheet
      opened={opened}
      title={t(`kinds:${section.id}.title`)}
      covered={dialogs.open !== null}
      onClose={close}
    >
      {/* Takes the focus: the filter would open the on-screen keyboard. */}
      <div className={css.sheet} tabIndex={-1} data-autofocus>
        <Sections />
        <Content openTab={openTab} />
      </div>
    </Sheet>
  )
}

/** Chooses the section; absent while there is only one. */
function Sections() {
  const { t } = useTranslation(['shell', 'kinds'])
  const { sections, section, open } = usePanel()
  if (sections.length < 2 || !section) return null
  return (
    <Segments
      asTabs
      label={t('panel.title')}
      value={section.id}
      options={sections.map(({ id }) => ({ value: id, label: t(`kinds:${id}.title`) }))}
      onChange={open}
    />
  )
}

function Content({ openTab }: Pick<SidePanelProps, 'openTab'>) {
  const { section } = usePanel()
  return <Suspense fallback={null}>{section && <section.View openTab={openTab} />}</Suspense>
}
