// A tab and its panel reference each other by id (ARIA).
export const tabId = (id: number) => `tab-${id}`
export const tabPanelId = (id: number) => `tab-panel-${id}`
