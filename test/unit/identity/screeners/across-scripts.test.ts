import assert from 'node:assert/strict';
import {
  type comparedScripts,
  scriptsNotCompared,
} from '../../../../functions/identity/screeners/scripts.ts';
import { isFoundOn } from '../../../helpers/listed-name.ts';
import { test } from '../../../helpers/tests.ts';

type Pairs = readonly (readonly [name: string, listed: string])[];

const same: Readonly<Record<keyof typeof comparedScripts, Pairs>> = {
  Arab: [
    ...([
      ['حسن نصرالله', 'Hasan NASRALLAH'],
      ['محمد علي', 'Mohamed ALI'],
      ['أحمد حسن', 'Ahmed HASSAN'],
    ] as const),
    ...([
      ['خالد محمود', 'Khaled MAHMOUD'],
      ['عبد الله', 'ABDULLAH'],
      ['عبد الرحمن القذافي', 'Abdulrahman QADHAFI'],
    ] as const),
    ...([
      ['بشار الأسد', 'Bashar AL-ASSAD'],
      ['علی خامنه‌ای', 'Ali KHAMENEI'],
      ['قاسم سلیمانی', 'Qassem SOLEIMANI'],
    ] as const),
    ...([
      ['أسامة بن لادن', 'Usama BIN LADIN'],
      ['صدام حسين', 'Saddam HUSSEIN'],
      ['ابراهیم رئیسی', 'Ebrahim RAISI'],
    ] as const),
    ...([
      ['یوسف', 'YUSUF'],
      ['معمر القذافي', 'Muammar GADDAFI'],
    ] as const),
  ],
  Hebr: [
    ...([
      ['ולדימיר פוטין', 'Vladimir PUTIN'],
      ['משה', 'MOSHE'],
      ['דוד', 'DAVID'],
      ['בנימין נתניהו', 'Benjamin NETANYAHU'],
    ] as const),
    ...([
      ['יצחק רבין', 'Yitzhak RABIN'],
      ['שמעון פרס', 'Shimon PERES'],
      ['אריאל שרון', 'Ariel SHARON'],
    ] as const),
    ...([
      ['אהוד ברק', 'Ehud BARAK'],
      ['יוסי כהן', 'Yossi COHEN'],
      ['גולדה מאיר', 'Golda MEIR'],
      ['משה דיין', 'Moshe DAYAN'],
    ] as const),
  ],
  Hang: [
    ...([
      ['김정은', 'KIM Jong Un'],
      ['박지성', 'PARK Ji Sung'],
      ['이민호', 'LEE Min Ho'],
      ['문재인', 'MOON Jae-in'],
    ] as const),
    ...([
      ['최룡해', 'CHOE Ryong Hae'],
      ['리수용', 'RI Su Yong'],
      ['김영철', 'KIM Yong Chol'],
      ['윤석열', 'YOON Suk Yeol'],
    ] as const),
    ...([
      ['정성일', 'JONG Song Il'],
      ['노무현', 'ROH Moo-hyun'],
      ['조명록', 'JO Myong Rok'],
      ['김 정은', 'Kim Jong-un'],
    ] as const),
  ],
  Hani: [
    ...([
      ['王伟', 'WANG Wei'],
      ['王伟', '王伟'],
      ['金正恩', 'KIM Jong Un'],
      ['山田太郎', 'YAMADA Taro'],
      ['李明', 'LI Ming'],
    ] as const),
    ...([
      ['习近平', 'XI Jinping'],
      ['習近平', 'XI Jinping'],
      ['習近平', '习近平'],
      ['田中花子', 'TANAKA Hanako'],
    ] as const),
    ...([
      ['李嘉誠', 'LI Ka-shing'],
      ['陳方安生', 'CHAN Fong On-sang'],
      ['欧阳修', 'OUYANG Xiu'],
      ['鈴木一郎', 'SUZUKI Ichiro'],
    ] as const),
    ...([
      ['朴正熙', 'PARK Chung Hee'],
      ['曾蔭權', 'TSANG Yam-kuen'],
      ['李家超', 'LEE Ka-chiu'],
      ['小泉純一郎', 'KOIZUMI Junichiro'],
      ['中村 健', 'NAKAMURA Ken'],
      ['張國榮', 'CHEUNG Kwok-wing'],
    ] as const),
  ],
  Deva: [
    ...([
      ['रमेश शर्मा', 'Ramesh SHARMA'],
      ['नरेन्द्र मोदी', 'Narendra MODI'],
      ['राहुल गांधी', 'Rahul GANDHI'],
    ] as const),
    ...([
      ['अमित शाह', 'Amit SHAH'],
      ['सुरेश कुमार', 'Suresh KUMAR'],
      ['दाऊद इब्राहिम', 'Dawood IBRAHIM'],
      ['विजय माल्या', 'Vijay MALLYA'],
    ] as const),
    ...([
      ['अनिल अग्रवाल', 'Anil AGRAWAL'],
      ['प्रकाश सिंह', 'Prakash SINGH'],
      ['लक्ष्मी नारायण', 'Lakshmi NARAYAN'],
    ] as const),
  ],
  Thai: [
    ...([
      ['สมชาย', 'SOMCHAI'],
      ['ทักษิณ ชินวัตร', 'Thaksin SHINAWATRA'],
      ['อภิสิทธิ์ เวชชาชีวะ', 'Abhisit VEJJAJIVA'],
    ] as const),
    ...([
      ['สมศักดิ์ ชัยวัฒน์', 'Somsak CHAIWAT'],
      ['มานะ พรหมมา', 'Mana PHROMMA'],
      ['วิชัย ศรีสุข', 'Wichai SRISUK'],
    ] as const),
    ...([
      ['ชวน หลีกภัย', 'Chuan LEEKPAI'],
      ['ประยุทธ์ จันทร์โอชา', 'Prayut CHANOCHA'],
      ['ประวิตร วงษ์สุวรรณ', 'Prawit WONGSUWAN'],
    ] as const),
    ...([
      ['สมชาย ใจดี', 'Somchai JAIDEE'],
      ['เกษม สุขใจ', 'Kasem SUKJAI'],
    ] as const),
  ],
  Beng: [
    ['শেখ হাসিনা', 'Sheikh HASINA'],
    ['মমতা ব্যানার্জি', 'Mamata BANERJEE'],
    ['মুহাম্মদ ইউনূস', 'Muhammad YUNUS'],
    ['রহমান করিম', 'Rahman KARIM'],
  ],
  Gujr: [
    ['નરેન્દ્ર મોદી', 'Narendra MODI'],
    ['હાર્દિક પટેલ', 'Hardik PATEL'],
    ['મુકેશ અંબાણી', 'Mukesh AMBANI'],
  ],
  Guru: [
    ['ਮਨਮੋਹਨ ਸਿੰਘ', 'Manmohan SINGH'],
    ['ਅਮਰਿੰਦਰ ਸਿੰਘ', 'Amarinder SINGH'],
    ['ਹਰਪ੍ਰੀਤ ਕੌਰ', 'Harpreet KAUR'],
  ],
  Knda: [
    ['ಸಿದ್ದರಾಮಯ್ಯ ಗೌಡ', 'Siddaramaiah GOWDA'],
    ['ರಾಜಕುಮಾರ್', 'RAJKUMAR'],
    ['ನಾರಾಯಣ ಮೂರ್ತಿ', 'Narayana MURTHY'],
  ],
  Mlym: [
    ['പിണറായി വിജയൻ', 'Pinarayi VIJAYAN'],
    ['മോഹൻലാൽ', 'MOHANLAL'],
    ['ശശി തരൂർ', 'Shashi THAROOR'],
  ],
  Taml: [
    ['முத்துவேல் கருணாநிதி', 'Muthuvel KARUNANIDHI'],
    ['ரஜினிகாந்த்', 'RAJINIKANTH'],
    ['வேலுப்பிள்ளை பிரபாகரன்', 'Velupillai PRABHAKARAN'],
  ],
  Telu: [
    ['చంద్రబాబు నాయుడు', 'Chandrababu NAIDU'],
    ['రామ రావు', 'RAMA RAO'],
    ['వెంకయ్య నాయుడు', 'Venkaiah NAIDU'],
  ],
  Cyrl: [
    ['Владимир Путин', 'Vladimir PUTIN'],
    ['Зеленський Володимир', 'Volodymyr ZELENSKYY'],
    ['Александар Вучић', 'Aleksandar VUCIC'],
    ['Бойко Борисов', 'Boyko BORISOV'],
  ],
  Grek: [
    ['Νικόλαος Παππάς', 'Nikolaos PAPPAS'],
    ['Αλέξης Τσίπρας', 'Alexis TSIPRAS'],
    ['Κυριάκος Μητσοτάκης', 'Kyriakos MITSOTAKIS'],
  ],
  Armn: [
    ['Նիկոլ Փաշինյան', 'Nikol PASHINYAN'],
    ['Սերժ Սարգսյան', 'Serzh SARGSYAN'],
    ['Արմեն Սարգսյան', 'Armen SARGSYAN'],
  ],
  Geor: [
    ['მიხეილ სააკაშვილი', 'Mikheil SAAKASHVILI'],
    ['ბიძინა ივანიშვილი', 'Bidzina IVANISHVILI'],
    ['ირაკლი კობახიძე', 'Irakli KOBAKHIDZE'],
  ],
  Hira: [
    ['やまだ たろう', 'YAMADA Taro'],
    ['たなか はなこ', 'TANAKA Hanako'],
  ],
  Latn: [
    ['Đoković Novak', 'Novak DJOKOVIC'],
    ['Łukasz Wójcik', 'Lukasz WOJCIK'],
  ],
};

for (const [script, pairs] of Object.entries(same))
  test(`a name in ${script} is found in Latin letters`, () => {
    const missed = pairs
      .filter(([name, listed]) => !isFoundOn(listed, name))
      .map((pair) => pair.join(' '));
    assert.deepEqual(missed, []);
    for (const [name] of pairs) assert.deepEqual(scriptsNotCompared(name), [], name);
  });

test('a Japanese name in katakana is found, and still is no name that can be compared: it may be a foreign one', () => {
  for (const [name, listed] of [
    ['ヤマダ タロウ', 'YAMADA Taro'],
    ['サトウ ケン', 'SATO Ken'],
  ] as const) {
    assert.ok(isFoundOn(listed, name), name);
    assert.deepEqual(scriptsNotCompared(name), ['Kana'], name);
  }
  for (const name of ['プーチン', 'ウラジーミル・プーチン', 'ﾌﾟｰﾁﾝ', '山田 マリア'])
    assert.deepEqual(scriptsNotCompared(name), ['Kana'], name);
});

test('a name in another script is found in Latin letters where the list has that script', () => {
  for (const [listed, name] of [
    ['حسن نصرالله', 'Hassan Nasrallah'],
    ['김정은', 'Kim Jong-un'],
    ['王伟', 'Wei Wang'],
    ['ולדימיר פוטין', 'Vladimir Putin'],
    ['रमेश शर्मा', 'Ramesh Sharma'],
  ] as const)
    assert.ok(isFoundOn(listed, name), name);
});

test('other people are clear in every script', () => {
  const found = (
    [
      ['حسن نصرالله', 'Hussein NASSER'],
      ['محمد علي', 'Ahmed ALI'],
      ['خالد محمود', 'Walid HAMDAN'],
      ['محمد شريف السوداني', 'محمد شياع السوداني'],
      ['דוד לוי', 'Moshe COHEN'],
      ['משה לוי', 'David LEVY'],
      ['김종은', '김정은'],
      ['이재형', '이재명'],
      ['박지성', 'KIM Jong Un'],
      ['习近朋', '习近平'],
      ['山田太郎', 'TANAKA Hanako'],
      ['王伟', 'LI Ming'],
      ['रमेश शर्मा', 'Suresh VERMA'],
      ['राहुल गांधी', 'Ramesh SHARMA'],
      ['ทักษิณ ชินวัตร', 'Somchai WONGSAWAT'],
      ['Иван Петров', 'Igor SECHIN'],
    ] as const
  ).filter(([name, listed]) => isFoundOn(listed, name));
  assert.deepEqual(found, []);
});

test('a name in Han or Hangul is another name where its surname or one syllable of its given name is another', () => {
  const found = (
    [
      ['蒋勇', 'Cheng YUN'],
      ['宋琳', 'Song Chol RI'],
      ['周慧', 'Ta Chou WEI'],
      ['朱强', 'Yu Liang PAO'],
      ['袁明', 'Juan M. de la CRUZ'],
      ['张文杰', 'Chong-man KIM'],
      ['黄斌', 'Oo Oo KHINE'],
      ['曾军', 'Cheng YUN'],
      ['王伟', 'WANG Weiming'],
      ['성다은', 'Eun Song RI'],
      ['조정우', 'Yong-Won JO'],
      ['정준우', 'Cheng YUN'],
      ['김정우', 'Jong Un KIM'],
    ] as const
  ).filter(([name, listed]) => isFoundOn(listed, name));
  assert.deepEqual(found, []);
});

test('a name in Han or Hangul is found however its syllables are written, and with a name of another kind beside it', () => {
  const missed = (
    [
      ['王伟', 'WANG Wei David'],
      ['李家超', 'John LEE Ka-chiu'],
      ['王小明', 'Xiao Ming WANG'],
      ['曾军', 'ZENG Jun'],
      ['吕明', 'LYU Ming'],
      ['解晓东', 'XIE Xiaodong'],
      ['김민재', 'GIM Minjae'],
      ['김민재', 'KIM Min Jae'],
      ['김민재', 'Min-jae KIM'],
      ['欧阳修', 'OU YANG Xiu'],
    ] as const
  ).filter(([name, listed]) => !isFoundOn(listed, name));
  assert.deepEqual(missed, []);
});
