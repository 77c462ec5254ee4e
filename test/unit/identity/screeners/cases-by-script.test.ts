import assert from 'node:assert/strict';
import {
  type comparedScripts,
  scriptsNotCompared,
} from '../../../../functions/identity/screeners/scripts.ts';
import { isFoundOn } from '../../../helpers/listed-name.ts';
import { describe, test } from '../../../helpers/tests.ts';

type Pairs = readonly (readonly [name: string, listed: string])[];

/** Names in a script, with the name of a list in Latin letters: of the same person, and of another one. */
type Cases = {
  readonly same: Pairs;
  readonly others: Pairs;
  /** Names with a part in a script that the comparison does not cover, and the code of that script. */
  readonly notCompared: Pairs;
};

const cases: Readonly<Partial<Record<keyof typeof comparedScripts, Cases>>> = {
  Deva: {
    same: [
      ['दीपक चोपड़ा', 'Deepak CHOPRA'],
      ['सचिन तेंदुलकर', 'Sachin TENDULKAR'],
      ['अरविंद केजरीवाल', 'Arvind KEJRIWAL'],
      ['ज्योति बसु', 'Jyoti BASU'],
      ['मनोज वाजपेयी', 'Manoj VAJPAYEE'],
    ],
    others: [
      ['सचिन पाटिल', 'Deepak CHOPRA'],
      ['अरविंद मेहता', 'Sanjay KAPOOR'],
      ['कविता जोशी', 'Sunita SHARMA'],
    ],
    notCompared: [
      ['दीपक ପଟ୍ଟନାୟକ', 'Orya'],
      ['තරංග शर्मा', 'Sinh'],
    ],
  },
  Beng: {
    same: [
      ['জিয়াউর রহমান', 'Ziaur RAHMAN'],
      ['খালেদা জিয়া', 'Khaleda ZIA'],
      ['সুভাষ বসু', 'Subhash BASU'],
      ['তসলিমা নাসরিন', 'Taslima NASRIN'],
      ['আবদুল হামিদ', 'Abdul HAMID'],
    ],
    others: [
      ['সুভাষ দত্ত', 'Khaleda ZIA'],
      ['তসলিমা বেগম', 'Abdul HAMID'],
      ['রহিম মিয়া', 'Karim SHEIKH'],
    ],
    notCompared: [
      ['আবদুল ଦାସ', 'Orya'],
      ['བསྟན রহমান', 'Tibt'],
    ],
  },
  Gujr: {
    same: [
      ['અમિત શાહ', 'Amit SHAH'],
      ['ગૌતમ અદાણી', 'Gautam ADANI'],
      ['વિજય રૂપાણી', 'Vijay RUPANI'],
      ['કેશુભાઈ પટેલ', 'Keshubhai PATEL'],
      ['શંકર ચૌધરી', 'Shankar CHAUDHARI'],
    ],
    others: [
      ['ગૌતમ મહેતા', 'Vijay RUPANI'],
      ['રમેશ પટેલ', 'Amit SHAH'],
      ['હેતલ દેસાઈ', 'Mukesh AMBANI'],
    ],
    notCompared: [
      ['અમિત ଦାସ', 'Orya'],
      ['සුනිල් શાહ', 'Sinh'],
    ],
  },
  Guru: {
    same: [
      ['ਭਗਵੰਤ ਮਾਨ', 'Bhagwant MANN'],
      ['ਪ੍ਰਕਾਸ਼ ਬਾਦਲ', 'Parkash BADAL'],
      ['ਗੁਰਦਾਸ ਮਾਨ', 'Gurdas MANN'],
      ['ਜਸਪ੍ਰੀਤ ਬੁਮਰਾਹ', 'Jaspreet BUMRAH'],
      ['ਕੁਲਦੀਪ ਗਿੱਲ', 'Kuldeep GILL'],
    ],
    others: [
      ['ਗੁਰਦਾਸ ਸੰਧੂ', 'Bhagwant MANN'],
      ['ਜਸਪ੍ਰੀਤ ਕੌਰ', 'Kuldeep GILL'],
      ['ਰਾਜਵਿੰਦਰ ਗਰੇਵਾਲ', 'Manmohan SINGH'],
    ],
    notCompared: [
      ['ਭਗਵੰਤ ଦାସ', 'Orya'],
      ['བློ ਮਾਨ', 'Tibt'],
    ],
  },
  Knda: {
    same: [
      ['ದೇವೇಗೌಡ', 'DEVEGOWDA'],
      ['ಯಡಿಯೂರಪ್ಪ', 'YEDIYURAPPA'],
      ['ಅನಿಲ್ ಕುಂಬ್ಳೆ', 'Anil KUMBLE'],
      ['ರಾಹುಲ್ ದ್ರಾವಿಡ್', 'Rahul DRAVID'],
      ['ಗಿರೀಶ್ ಕಾರ್ನಾಡ್', 'Girish KARNAD'],
    ],
    others: [
      ['ಅನಿಲ್ ಶೆಟ್ಟಿ', 'Rahul DRAVID'],
      ['ಸುಧಾ ಮೂರ್ತಿ', 'Girish KARNAD'],
      ['ಲಕ್ಷ್ಮಿ ಹೆಗಡೆ', 'Vijaya GOWDA'],
    ],
    notCompared: [
      ['ಅನಿಲ್ ଦାସ', 'Orya'],
      ['සුනිල් ಗೌಡ', 'Sinh'],
    ],
  },
  Mlym: {
    same: [
      ['ഉമ്മൻ ചാണ്ടി', 'Oommen CHANDY'],
      ['മമ്മൂട്ടി', 'MAMMOOTTY'],
      ['രമേശ് ചെന്നിത്തല', 'Ramesh CHENNITHALA'],
      ['കരുണാകരൻ', 'KARUNAKARAN'],
      ['ദിലീപ് മേനോൻ', 'Dileep MENON'],
    ],
    others: [
      ['രമേശ് നായർ', 'Oommen CHANDY'],
      ['ലക്ഷ്മി മേനോൻ', 'Ramesh CHENNITHALA'],
      ['സുരേഷ് ഗോപി', 'Mohan KUMAR'],
    ],
    notCompared: [
      ['രമേശ് ଦାସ', 'Orya'],
      ['සුනිල් നായർ', 'Sinh'],
    ],
  },
  Taml: {
    same: [
      ['ஜெயலலிதா ஜெயராம்', 'Jayalalithaa JAYARAM'],
      ['கமல் ஹாசன்', 'Kamal HAASAN'],
      ['மணிரத்னம்', 'MANIRATNAM'],
      ['ஸ்ரீனிவாசன் ராமன்', 'Srinivasan RAMAN'],
      ['அப்துல் கலாம்', 'Abdul KALAM'],
    ],
    others: [
      ['கமல் ராஜன்', 'Jayalalithaa JAYARAM'],
      ['மீனா சுந்தரம்', 'Abdul KALAM'],
      ['செல்வம் முருகன்', 'Arun VIJAY'],
    ],
    notCompared: [
      ['கமல் ଦାସ', 'Orya'],
      ['මහින්ද ராஜபக்ச', 'Sinh'],
    ],
  },
  Telu: {
    same: [
      ['జగన్ రెడ్డి', 'Jagan REDDY'],
      ['నరసింహ రావు', 'Narasimha RAO'],
      ['చిరంజీవి', 'CHIRANJEEVI'],
      ['రామోజీ రావు', 'Ramoji RAO'],
      ['సత్య నాదెళ్ల', 'Satya NADELLA'],
    ],
    others: [
      ['సత్య మూర్తి', 'Jagan REDDY'],
      ['రాధిక నాయుడు', 'Ramoji RAO'],
      ['వెంకట్ గౌడ్', 'Suresh PRASAD'],
    ],
    notCompared: [
      ['జగన్ ଦାସ', 'Orya'],
      ['සුනිල් రావు', 'Sinh'],
    ],
  },
  Armn: {
    same: [
      ['Ռոբերտ Քոչարյան', 'Robert KOCHARYAN'],
      ['Լևոն Տեր-Պետրոսյան', 'Levon TER-PETROSYAN'],
      ['Վազգեն Սարգսյան', 'Vazgen SARGSYAN'],
      ['Կարեն Կարապետյան', 'Karen KARAPETYAN'],
      ['Հենրիխ Մխիթարյան', 'Henrikh MKHITARYAN'],
    ],
    others: [
      ['Գագիկ Ծառուկյան', 'Robert KOCHARYAN'],
      ['Անի Հովհաննիսյան', 'Karen KARAPETYAN'],
      ['Տիգրան Մանուկյան', 'Nikol PASHINYAN'],
    ],
    notCompared: [
      ['Կարեն ܐܫܘܪ', 'Syrc'],
      ['አበበ Սարգսյան', 'Ethi'],
    ],
  },
  Geor: {
    same: [
      ['ედუარდ შევარდნაძე', 'Eduard SHEVARDNADZE'],
      ['გიორგი მარგველაშვილი', 'Giorgi MARGVELASHVILI'],
      ['სალომე ზურაბიშვილი', 'Salome ZURABISHVILI'],
      ['ნინო ბურჯანაძე', 'Nino BURJANADZE'],
      ['ვაჟა ფშაველა', 'Vazha PSHAVELA'],
    ],
    others: [
      ['გიორგი ბერიძე', 'Eduard SHEVARDNADZE'],
      ['ნინო მაისურაძე', 'Salome ZURABISHVILI'],
      ['ლევან კალანდაძე', 'Irakli KOBAKHIDZE'],
    ],
    notCompared: [
      ['გიორგი ܐܫܘܪ', 'Syrc'],
      ['አበበ ბერიძე', 'Ethi'],
    ],
  },
  Grek: {
    same: [
      ['Γεώργιος Παπανδρέου', 'Georgios PAPANDREOU'],
      ['Ανδρέας Παπανδρέου', 'Andreas PAPANDREOU'],
      ['Ευάγγελος Βενιζέλος', 'Evangelos VENIZELOS'],
      ['Ντόρα Μπακογιάννη', 'Ntora BAKOGIANNI'],
      ['Γιάνης Βαρουφάκης', 'Yanis VAROUFAKIS'],
    ],
    others: [
      ['Γεώργιος Αντωνίου', 'Evangelos VENIZELOS'],
      ['Μαρία Οικονόμου', 'Dora BAKOGIANNI'],
      ['Δημήτρης Ιωάννου', 'Alexis TSIPRAS'],
    ],
    notCompared: [
      ['Γεώργιος ⲡⲉⲧⲣⲟⲥ', 'Copt'],
      ['አበበ Παππάς', 'Ethi'],
    ],
  },
  Cyrl: {
    same: [
      ['Сергей Лавров', 'Sergei LAVROV'],
      ['Олександр Турчинов', 'Oleksandr TURCHYNOV'],
      ['Ђорђе Петровић', 'Djordje PETROVIC'],
      ['Нурсултан Назарбаев', 'Nursultan NAZARBAYEV'],
      ['Юлія Тимошенко', 'Yuliia TYMOSHENKO'],
    ],
    others: [
      ['Сергей Орлов', 'Dmitry MEDVEDEV'],
      ['Марія Коваленко', 'Yuliia TYMOSHENKO'],
      ['Милан Јовановић', 'Aleksandar VUCIC'],
    ],
    notCompared: [
      ['Бат ᠮᠣᠩᠭᠣᠯ', 'Mong'],
      ['አበበ Иванов', 'Ethi'],
    ],
  },
};

for (const [script, { same, others, notCompared }] of Object.entries(cases))
  describe(script, () => {
    test('the same person is found in Latin letters', () => {
      assert.deepEqual(
        same.filter(([name, listed]) => !isFoundOn(listed, name)),
        [],
      );
      for (const [name] of same) assert.deepEqual(scriptsNotCompared(name), [], name);
    });
    test('another person is clear, and was compared', () => {
      assert.deepEqual(
        others.filter(([name, listed]) => isFoundOn(listed, name)),
        [],
      );
      for (const [name] of others) assert.deepEqual(scriptsNotCompared(name), [], name);
    });
    test('a name with a part in another script is no name that can be compared', () => {
      for (const [name, other] of notCompared)
        assert.deepEqual(scriptsNotCompared(name), [other], name);
    });
    test('ten cases at least', () =>
      assert.ok(same.length + others.length + notCompared.length >= 10));
  });
