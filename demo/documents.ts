// Documents of the demo's data sources: texts of our own about a town that does not exist.

export const TRAVEL = {
  'Travel and expenses policy.md': `# Travel and expenses policy

City Works of Lindenau, in force since 1 March 2026.

## 1. Before the trip

Trips of more than one day are approved by the head of the team before anything is booked. A trip abroad also needs the approval of
the director. Whoever books without an approval may have to bear the cancellation fees.

## 2. Trains, cars and flights

Trains are the first choice, second class. First class is refunded when the connection takes more than three hours. A private car is
refunded with 0.38 € per kilometre when no train arrives before the appointment begins. Flights need a reason in writing.

## 3. Nights

A night in a hotel is refunded up to 110 €, in Berlin, Hamburg and Munich up to 145 €. Breakfast is part of the daily allowance.

## 4. Daily allowance

| Absence | Allowance |
|---|---:|
| more than 8 hours | 15 € |
| 24 hours | 30 € |
| day of arrival or departure with a night | 15 € |

A meal that somebody else pays for reduces the allowance: breakfast by 20 %, lunch and dinner by 40 % each.

## 5. Refund

Receipts are handed in within six weeks after the trip. Refunds are paid with the next salary. A lost receipt is replaced by a
written statement, twice a year at most.
`,
  'Frequent questions about trips.md': `# Frequent questions about trips

## Who pays for a lost ticket?

A ticket that was lost is paid by the traveller, unless the railway replaces it.

## May I extend a trip over the weekend?

Yes. The additional nights are private. The way back is refunded up to the price of the direct way home.

## Is a bicycle refunded?

A kilometre by bicycle is refunded with 0.10 €. A hired bicycle is refunded up to 15 € per day.
`,
  'Hotels 2026.csv': `Town,Hotel,Night in €,Breakfast included
Berlin,Hotel am Kanal,139,yes
Hamburg,Speicherhof,142,no
Munich,Isarblick,145,yes
Leipzig,Zur alten Post,98,yes
Vienna,Donaublick,119,no
`,
} as const

export const LIGHTING = {
  'Specification of the street lighting.md': `# Specification: renewal of the street lighting

## 1. Scope

1,240 luminaires in 64 streets are replaced by LED luminaires between April and October 2027. Poles stay, except 85 that failed the
test of stability.

## 2. Technical requirements

### 2.1 Colour temperature

3,000 K at most in residential streets, 2,200 K along the river because of the insects.

### 2.2 Lifetime

At least 100,000 hours (L80/B10). Spare parts are available for fifteen years.

### 2.3 Control

Each luminaire dims between 22:00 and 05:00 to 40 %. The control works without a subscription; its interface is documented.

## 3. Warranty

Ten years on luminaires, five years on the control. A failed luminaire is replaced within five working days.

## 4. Award

Price counts 60 %, energy use 25 %, warranty and service 15 %.
`,
  'Bids for lot 1.csv': `Bidder,Price in €,kWh a year,Warranty in years,Delivery in weeks
Brückner Elektro,512400,161000,12,14
Voltaris,489900,174500,10,16
Energie Nord,531700,149800,15,22
`,
  'Questions of bidders.md': `# Questions of bidders and answers

## Question 1: May poles be replaced where the luminaire is heavier?

Yes, at the bidder's expense, after a new test of stability.

## Question 2: Is a control by mobile network allowed?

Yes, if its costs for fifteen years are part of the price.

## Question 3: What happens in frost?

Work on poles stops below minus five degrees. The period is extended accordingly.
`,
} as const
