import type { ContractText } from "./layout.ts";

export const employment: ContractText = {
  title: "Employment Contract",
  subtitle: "Permanent employment, Fjordlys Energi AS",
  reference: "HR 2026-0231",
  blocks: [
    {
      table: [
        ["Employer", "Fjordlys Energi AS, org. no. 918 273 645, Strandgaten 44, 5004 Bergen"],
        ["Employee", "Ingrid Solheim"],
        ["Position", "Senior Grid Analyst, department Network Planning"],
        ["Place of work", "Bergen, with up to two days a week from home"],
        ["Start", "1 April 2026"],
        ["Probation", "Six months from the start"],
        ["Salary", "NOK 842,000 a year before tax, paid on the 25th of each month"],
        ["Hours", "37.5 hours a week, flexible between 7.00 and 19.00"],
        ["Holidays", "Five weeks a year, holiday pay 12 %"],
      ],
    },
    { heading: "Position and duties" },
    {
      clause:
        "The Employee is employed in the position named above and reports to the Head of Network Planning. The duties include load forecasting, connection studies, and advice to the investment committee.",
    },
    {
      clause:
        "The Employer may change the duties within what the Employee's training and experience make reasonable. A lasting change of position or place of work needs a written addition to this contract.",
    },
    {
      clause:
        "The Employee shall follow the Employer's policies on safety, information security and ethics as they stand from time to time.",
    },
    { heading: "Probation" },
    {
      clause:
        "During the probation either party may end the employment with fourteen days' written notice. The probation is extended by absences for which the Employer is not the cause, if the Employee was told so during the absence.",
    },
    { heading: "Working hours" },
    {
      clause:
        "Ordinary working hours are those stated above. Overtime shall be ordered or approved beforehand and is paid with the supplements of the Working Environment Act, unless the parties agree on time off instead.",
    },
    {
      clause:
        "The Employee takes part in the analysts' on-call rota, at most one week in six, with the compensation of the rota agreement.",
    },
    { heading: "Salary and benefits" },
    {
      clause:
        "The salary is reviewed each year on 1 January; the first review is on 1 January 2027. A review creates no right to an increase.",
    },
    {
      clause:
        "The Employee is a member of the Employer's occupational pension scheme (contribution 7 % of salary up to 12 G) and is covered by its group life, accident and travel insurance from the first day.",
    },
    {
      clause:
        "The Employer provides a computer and a telephone. They remain the Employer's property and shall be returned at the end of the employment.",
    },
    { heading: "Holidays and leave" },
    {
      clause:
        "Holidays are taken in accordance with the Holidays Act. Three consecutive weeks may be taken between 1 June and 30 September. Wishes shall be made known by 1 April.",
    },
    {
      clause:
        "The Employer pays full salary during sick leave and parental leave for up to one year, less what the National Insurance Scheme refunds.",
    },
    { heading: "Secrecy" },
    {
      clause:
        "The Employee shall keep secret what he or she learns of the Employer's business, customers and installations, also after the employment has ended. Power-sensitive information is handled as the Energy Act and its regulations require.",
    },
    { heading: "Results of the work" },
    {
      clause:
        "All rights to the results of the Employee's work, including software, models and documentation, belong to the Employer as far as the law allows. Inventions are governed by the Employees' Inventions Act.",
    },
    { heading: "Other work" },
    {
      clause:
        "Other paid work needs the Employer's prior written consent, which shall not be refused unless the work competes with the Employer or harms the Employee's performance.",
    },
    { heading: "Personal data" },
    {
      clause:
        "The Employer processes the Employee's personal data in order to administer the employment. Details stand in the privacy notice for employees, which the Employee has received together with this contract.",
    },
    { heading: "End of the employment" },
    {
      clause:
        "After the probation the mutual period of notice is three months, counted from the first day of the month after the notice. Notice shall be given in writing. Longer periods that follow from the Working Environment Act apply in the Employee's favour.",
    },
    {
      clause:
        "At the end of the employment the Employee shall return equipment, documents and access cards, and has a right to a written reference.",
    },
    { heading: "Collective agreement and law" },
    {
      clause:
        "The collective agreement between Tekna and the employers' association applies to the employment. Norwegian law governs this contract; in all else the Working Environment Act applies.",
    },
    {
      clause:
        "This contract replaces every earlier agreement between the parties. Changes shall be made in writing and within the time limits of the law.",
    },
    {
      signatures: [
        { for: "Fjordlys Energi AS", name: "Marte Haugen", role: "Head of People" },
        { for: "The Employee", name: "Ingrid Solheim", role: "Employee" },
      ],
    },
  ],
};
