// Common names of some origins, in Latin letters as papers write them and in scripts of their own, of which people are invented.

const given = {
  spanish:
    'Maria Jose Carmen Antonio Ana Manuel Laura Francisco Lucia David Marta Juan Paula Javier Elena Daniel Sofia Carlos Isabel Jesus Raquel Alejandro Cristina Miguel Pilar Rafael Rosa Pedro Teresa Angel Beatriz Pablo Silvia Sergio Patricia Fernando Alba Jorge Irene Luis',
  arabic:
    'Mohammed Ahmed Ali Omar Hassan Hussein Ibrahim Khalid Mahmoud Mustafa Youssef Abdullah Abdulrahman Samir Tariq Walid Nasser Karim Rami Bilal Fatima Aisha Maryam Zainab Khadija Layla Nour Amina Huda Salma Rania Samira Yasmin Hanan Iman Noura Dalal Abeer Mona Sara',
  slavic:
    'Aleksandr Dmitri Sergei Andrei Aleksei Ivan Mikhail Nikolai Vladimir Pavel Oleg Igor Viktor Yuri Anton Roman Denis Evgeny Maksim Konstantin Olga Elena Tatiana Irina Natalia Svetlana Anna Maria Ekaterina Yulia Marina Ludmila Galina Oksana Daria Vera Nadezhda Ksenia Alina Anastasia',
  chinese:
    'Wei Fang Na Min Jing Lei Qiang Jun Yang Yong Yan Jie Tao Ming Chao Xiaoming Xiuying Guiying Hui Ping Gang Xin Bo Bin Yu Ting Xia Hong Lin Hao Zhiqiang Jianguo Jianhua Xiaohong Lihua Haiyan Wenjie Yuchen Zihan Mingyu',
  english:
    'James John Robert Michael William David Richard Joseph Thomas Charles Mary Patricia Jennifer Linda Elizabeth Barbara Susan Jessica Sarah Karen Daniel Matthew Anthony Mark Paul Steven Andrew Emma Olivia Amelia Charlotte Grace Harry Oliver George Jack Emily Lucy Sophie Hannah',
  han: '伟 芳 娜 敏 静 磊 强 军 洋 勇 艳 杰 涛 明 超 晓明 秀英 桂英 慧 平 刚 鑫 波 斌 玉 婷 霞 红 琳 浩 志强 建国 建华 晓红 丽华 海燕 文杰 雨晨 子涵 明宇',
  korean:
    '민준 서준 도윤 예준 시우 하준 지호 주원 지후 준우 현우 지훈 건우 우진 선우 민재 현준 연우 유준 정우 서연 서윤 지우 서현 하윤 민서 하은 지유 윤서 채원 수아 지민 지아 다은 은서 예은 영수 영희 철수 성호',
  hindi:
    'राम श्याम मोहन सोहन राजेश सुरेश महेश दिनेश अमित सुमित विजय अजय संजय अनिल सुनील कपिल राहुल रोहित विकास प्रकाश सीता गीता राधा मीरा पूजा नेहा प्रिया कविता सुनीता अनीता रेखा सरिता आशा उषा निशा किरण पूनम अंजलि दीपा लक्ष्मी',
  tamil:
    'முருகன் குமார் செல்வம் ராஜா சுரேஷ் ரமேஷ் கணேசன் வேலு கார்த்திக் அருண் விஜய் சூர்யா பாலாஜி சரவணன் மணி கண்ணன் பிரபு சிவா தினேஷ் ஆனந்த் லட்சுமி மீனா கவிதா சுமதி ராதா வள்ளி தேவி பிரியா அனிதா கலா',
};

const family = {
  spanish:
    'Garcia Gonzalez Rodriguez Fernandez Lopez Martinez Sanchez Perez Gomez Martin Jimenez Ruiz Hernandez Diaz Moreno Alvarez Muñoz Romero Alonso Gutierrez Navarro Torres Dominguez Vazquez Ramos Gil Ramirez Serrano Blanco Molina Morales Suarez Ortega Delgado Castro Ortiz Rubio Marin Sanz Iglesias',
  arabic:
    'Hassan Ibrahim Khalil Mansour Saleh Hamdan Al-Masri Al-Ahmad Haddad Khoury Nasser Awad Qasim Jaber Al-Shami Al-Najjar Darwish Othman Suleiman Yousef Al-Hashimi Al-Omari Shahin Barakat Saeed Hamad Al-Qahtani Al-Harbi Al-Zahrani Bakr Farouk Gamal Mahfouz Rashid Tawfiq Zaki Aziz Kamal Fahmy Sabbagh',
  slavic:
    'Ivanov Smirnov Kuznetsov Popov Vasiliev Petrov Sokolov Mikhailov Novikov Fedorov Morozov Volkov Alekseev Lebedev Semenov Egorov Pavlov Kozlov Stepanov Nikolaev Orlov Andreev Makarov Nikitin Zakharov Shevchenko Kovalenko Bondarenko Tkachenko Kravchenko Nowak Kowalski Novotny Dvorak Horvat Petrovic Jovanovic Dimitrov Georgiev Stoyanov',
  chinese:
    'Wang Li Zhang Liu Chen Yang Huang Zhao Wu Zhou Xu Sun Ma Zhu Hu Guo He Lin Gao Luo Zheng Liang Xie Song Tang Han Feng Deng Cao Peng Zeng Xiao Tian Dong Pan Yuan Cai Jiang Yu Du',
  english:
    'Smith Jones Taylor Brown Williams Wilson Johnson Davies Robinson Wright Thompson Evans Walker White Roberts Green Hall Wood Jackson Clarke Harris Lewis Cooper King Baker Turner Hill Ward Moore Carter Parker Bennett Cook Bailey Mitchell Edwards Collins Stewart Murphy Kelly',
  han: '王 李 张 刘 陈 杨 黄 赵 吴 周 徐 孙 马 朱 胡 郭 何 林 高 罗 郑 梁 谢 宋 唐 韩 冯 邓 曹 彭 曾 肖 田 董 潘 袁 蔡 蒋 余 杜',
  korean:
    '김 이 박 최 정 강 조 윤 장 임 한 오 서 신 권 황 안 송 전 홍 유 고 문 양 손 배 백 허 남 심 노 하 곽 성 차 주 우 구 민 진',
  hindi:
    'शर्मा वर्मा सिंह कुमार गुप्ता यादव पटेल मिश्रा पांडे तिवारी दुबे जोशी चौहान राठौर चौधरी मेहता शाह जैन अग्रवाल सक्सेना श्रीवास्तव त्रिपाठी शुक्ला द्विवेदी भट्ट नायक राव रेड्डी देसाई कुलकर्णी पाटिल जाधव शिंदे मल्होत्रा कपूर खन्ना चोपड़ा अरोड़ा बत्रा सेठी',
  tamil:
    'சுப்பிரமணியன் கிருஷ்ணன் ராமசாமி நடராஜன் வெங்கடேசன் பழனிசாமி ஆறுமுகம் சண்முகம் கோவிந்தன் ராமன் சுந்தரம் முத்துசாமி பன்னீர்செல்வம் பாண்டியன் சுப்பையா ராஜேந்திரன் மாணிக்கம் தங்கவேல் சின்னசாமி பெருமாள் ஐயர் நாயர் பிள்ளை செட்டியார் கவுண்டர்',
};

/** How many have a second given name, and where they are from. */
const kinds = {
  spanish: [0.5, 'ES'],
  arabic: [0.7, 'EG'],
  slavic: [0, 'RU'],
  chinese: [0, 'CN'],
  english: [0.6, 'GB'],
  han: [0, 'CN'],
  korean: [0, 'KR'],
  hindi: [0, 'IN'],
  tamil: [0, 'IN'],
} as const satisfies Readonly<Record<string, readonly [number, string]>>;

export type Origin = keyof typeof kinds;
export const origins = Object.keys(kinds) as readonly Origin[];
/** Written without a blank, the surname first. */
const joined: readonly Origin[] = ['han', 'korean'];

/** The same numbers each time (a linear congruential generator, Numerical Recipes). */
export const numbers = (seed: number) => () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
};

/** So many people of an origin, the same each time: a Spaniard has two last names, others may have two given names. */
export const inventedPeople = (origin: Origin, count: number) => {
  const random = numbers(origins.indexOf(origin) + 1);
  const one = (words: string) => {
    const all = words.split(' ');
    return all[Math.floor(random() * all.length)] ?? '';
  };
  const [middles, country]: readonly [number, string] = kinds[origin];
  return Array.from({ length: count }, (_, id) => {
    const words = [
      one(given[origin]),
      ...(random() < middles ? [one(given[origin])] : []),
      one(family[origin]),
      ...(origin === 'spanish' ? [one(family[origin])] : []),
    ];
    const name = joined.includes(origin) ? words.reverse().join('') : words.join(' ');
    return aPerson(`${origin}-${id}`, name, country, random);
  });
};

/** An invented person, of whose birth date the numbers decide. */
export const aPerson = (id: string, name: string, country: string, random: () => number) => ({
  id,
  type: 'person' as const,
  nationality: country,
  country,
  names: [name],
  birth_date: new Date(Date.UTC(1945 + random() * 60, random() * 12, 1 + random() * 28))
    .toISOString()
    .slice(0, 10),
});
