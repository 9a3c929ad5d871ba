// A tab and what it shows name each other.
export const tabId = (id: number) => `tab-${id}`
export const tabPanelId = (id: number) => `tab-panel-${id}`
