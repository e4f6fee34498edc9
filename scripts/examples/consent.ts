import type { ContractText } from "./layout.ts";

export const consent: ContractText = {
  title: "Information and Consent",
  subtitle: "Study NORTH-2: sleep and shift work",
  reference: "NORTH-2, participant 017, version 3",
  blocks: [
    { heading: "What the study is about" },
    {
      text: "NORTH-2 studies how shift work affects sleep. Two hundred people take part for six months. You are asked because you work in shifts and are between 25 and 60 years old.",
    },
    { heading: "What taking part means" },
    { item: "You wear a wrist sensor day and night for three periods of two weeks." },
    { item: "You answer a questionnaire once a month, which takes about ten minutes." },
    { item: "You visit the clinic twice. Each visit takes about one hour and includes a blood sample." },
    { heading: "Risks and benefits" },
    {
      text: "A blood sample may cause slight pain or a bruise. You have no direct benefit; the results may help to plan better shifts.",
    },
    { heading: "Your data" },
    { clause: "Your data is stored under a code. Only the responsible physician can connect the code with your name." },
    { clause: "The data is kept for ten years and then deleted. You can ask for a copy at any time." },
    { heading: "Consent" },
    { clause: "I have read this information and have been able to ask questions." },
    { clause: "I take part voluntarily. I know that I can withdraw at any time without giving a reason." },
    {
      signatures: [
        { for: "Participant", name: "Lena Markus", role: "Participant 017" },
        { for: "Northern Sleep Clinic", name: "Dr. Sara Amiri", role: "Responsible physician" },
      ],
    },
  ],
};
